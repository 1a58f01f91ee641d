import { useSignal } from '@preact/signals'
import { Section, useAsked, useSaving } from '../../forms'
import { laterWords } from '../../later-words'
import { Button } from '../../parts'
import { everybody } from '../../people'
import { ChosenPeople } from '../../person'
import { roles } from '../../policies'
import { useSession } from '../../session'
import type { Bot } from './rights'

/** Whose a bot is, and passing it on. */
export function Owner({ bot: { user_id: bot_id, owner_id } }: { bot: Bot }) {
  const { ask, store } = useSession()
  const said = laterWords.organization.bots
  const saving = useSaving()
  const { isAsked, root } = useAsked('input, button')
  const chosen = useSignal<number | null>(null)

  const nameOf = (id: number | null): string => everybody(store).value.get(id ?? 0)?.full_name ?? ''

  async function passOn(): Promise<void> {
    const bot_owner_id = chosen.value
    if (bot_owner_id === null) return saving.refuse(said.nobodyChosen)
    if (await saving.save(() => ask('PATCH /bots/{bot_id}', { bot_id, bot_owner_id }))) close()
  }

  function close(): void {
    isAsked.value = false
    chosen.value = null
  }

  return (
    <Section title={laterWords.person.owner} saving={saving}>
      <div ref={root} class="fields">
        <p>
          <bdi>{nameOf(owner_id)}</bdi>
        </p>
        {isAsked.value ? (
          <>
            <p>{said.passingOn}</p>
            <ChosenPeople
              ids={chosen.value === null ? [] : [chosen.value]}
              find={laterWords.streams.find}
              others={said.newOwner}
              isOffered={({ is_bot, role, user_id }) => !is_bot && role <= roles.member && user_id !== owner_id}
              onAdd={async (user_id) => {
                chosen.value = user_id
                return true
              }}
              onRemove={async () => {
                chosen.value = null
                return true
              }}
            />
            <div class="buttons">
              <Button kind="main" onClick={() => void passOn()}>
                {chosen.value === null ? said.passOnNow : said.passOnTo(nameOf(chosen.value))}
              </Button>
              <Button onClick={close}>{laterWords.forms.cancel}</Button>
            </div>
          </>
        ) : (
          <div class="buttons">
            <Button onClick={() => (isAsked.value = true)}>{said.passOn}</Button>
          </div>
        )}
      </div>
    </Section>
  )
}
