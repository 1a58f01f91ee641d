import { useSignal } from '@preact/signals'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import type { SaveState } from '../../../ui/form'
import { EventChoices } from './event-choices'
import { changedParams, postingChoicesOf, postingProblem, type PostingChoices } from './posting-choices'
import type { Integration } from './use-integrations'
import { WhereItPosts } from './where-it-posts'

interface PostingFormProps {
  readonly integration: Integration
  readonly saving: SaveState
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** The form that changes what an integration posts, and where. */
export function PostingForm({ integration, saving, onSaved, onCancel }: PostingFormProps) {
  const { ask } = useSession()
  const { bot_id, owner_id, feed_url, service_details } = integration
  const events = service_details?.events ?? []
  const storedChoices = useSignal(postingChoicesOf(integration, events)).peek()
  const choices = useSignal(storedChoices)
  const isBusy = useSignal(false)

  const change = (changes: Partial<PostingChoices>): void => {
    choices.value = { ...choices.value, ...changes }
  }

  async function save(event: Event): Promise<void> {
    event.preventDefault()
    const problem = postingProblem(choices.value)
    if (problem !== '') return saving.refuse(problem)
    isBusy.value = true
    const params = { bot_id, ...changedParams(storedChoices, choices.value) }
    const isSaved = await saving.save(() => ask('PATCH /integrations/{bot_id}', params))
    isBusy.value = false
    if (isSaved) onSaved()
  }

  return (
    <form class="fields" onSubmit={(event) => void save(event)}>
      <WhereItPosts place={choices.value} isFeed={feed_url !== null} owner_id={owner_id} onChange={change} />
      <EventChoices events={events} chosen={choices.value.events} onChange={(chosen) => change({ events: chosen })} />
      <div class="buttons">
        <Button kind="main" type="submit" disabled={isBusy.value}>
          {texts.integrationPage.save}
        </Button>
        <Button onClick={onCancel}>{texts.forms.cancel}</Button>
      </div>
    </form>
  )
}
