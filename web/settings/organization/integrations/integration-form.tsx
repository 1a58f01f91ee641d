import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import { focusIn } from '../../../ui/focus'
import { Field, SaveStatus, useSaveState } from '../../../ui/form'
import { isAboutFeedAddress } from '../../../ui/refusals'
import './catalogue.css'
import { EventChoices } from './event-choices'
import { FeedAddress } from './feed-address'
import type { IntegrationAccess } from './first-steps'
import { postingParams, postingProblem, type PostingChoices } from './posting-choices'
import type { Service } from './use-integrations'
import { WhereItPosts } from './where-it-posts'

interface IntegrationFormProps {
  readonly service: Service
  readonly onAdd: (access: IntegrationAccess) => void
  /** Back to the services. */
  readonly onBack: () => void
}

/** The form that adds an integration of a service. */
export function IntegrationForm({ service: { name, label, events, source }, onAdd, onBack }: IntegrationFormProps) {
  const { ask, store } = useSession()
  const t = texts.organization.integrations
  const saving = useSaveState()
  const choices = useSignal<PostingChoices>({ stream_id: null, topic: null, events: null })
  const feedAddress = useSignal('')
  const botName = useSignal('')
  const isBusy = useSignal(false)
  /** Whether the status line stands at the address of the feed, and not at the end. */
  const isAboutAddress = useSignal(false)
  const isFeed = source === 'feed'
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // The service that was chosen has left the DOM with the focus.
  useLayoutEffect(() => title.current!.focus(), [])

  const change = (changes: Partial<PostingChoices>): void => {
    choices.value = { ...choices.value, ...changes }
  }

  async function add(event: Event): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const feed_url = feedAddress.value.trim()
    const isAddressMissing = isFeed && feed_url === ''
    const problem = isAddressMissing ? t.feed.needed : postingProblem(choices.value)
    if (problem === '') await send(feed_url)
    else {
      isAboutAddress.value = isAddressMissing
      saving.refuse(problem)
    }
    if (isAboutAddress.value) focusIn(form, '[name=feed]')
  }

  async function send(feed_url: string): Promise<void> {
    const full_name = botName.value.trim()
    isBusy.value = true
    await saving.save(async () => {
      const params = {
        service: name,
        ...postingParams(choices.value),
        ...(full_name !== '' && { full_name }),
        ...(isFeed && { feed_url }),
      }
      try {
        onAdd(await ask('POST /integrations', params))
      } catch (error) {
        isAboutAddress.value = isAboutFeedAddress(error)
        throw error
      }
    })
    isBusy.value = false
  }

  return (
    <form class="sections" onSubmit={(event) => void add(event)}>
      <div class="chosen-service">
        <h3 ref={title} tabIndex={-1}>
          {label}
        </h3>
        <Button kind="quiet" onClick={onBack}>
          {t.services.another}
        </Button>
      </div>
      {isFeed && (
        <FeedAddress
          value={feedAddress.value}
          status={isAboutAddress.value ? saving : null}
          onType={(text) => (feedAddress.value = text)}
        />
      )}
      <WhereItPosts place={choices.value} isFeed={isFeed} owner_id={store.user_id} onChange={change} />
      <EventChoices events={events} chosen={choices.value.events} onChange={(chosen) => change({ events: chosen })} />
      <div>
        <Field
          label={t.botName}
          name="name"
          autocomplete="off"
          maxLength={100}
          describedBy={id}
          value={botName.value}
          onInput={({ currentTarget }) => (botName.value = currentTarget.value)}
        />
        <p id={id} class="hint">
          {t.botNameHint(label)}
        </p>
      </div>
      <div>
        <div class="buttons">
          <Button kind="main" type="submit" disabled={isBusy.value}>
            {t.add}
          </Button>
        </div>
        {!isAboutAddress.value && <SaveStatus of={saving} />}
      </div>
    </form>
  )
}
