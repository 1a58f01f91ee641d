import { useSignal } from '@preact/signals'
import { Section, useAsked, useSaving } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { Button } from '../../../ui'
import { everybody } from '../../../features/people'
import { ChosenPeople } from '../../../features/profiles'
import { roles } from '../../../session/policies'
import { useSession } from '../../../session/context'
import type { Bot } from './rights'

/** Whose a bot is, to whom it is offered, and offering it. */
export function Owner({ bot: { user_id: bot_id, owner_id } }: { bot: Bot }) {
  const { ask, store } = useSession()
  const said = laterWords.organization.bots
  const saving = useSaving()
  const { isAsked, root } = useAsked('input, button')
  const chosen = useSignal<number | null>(null)

  const nameOf = (id: number | null): string => everybody(store).value.get(id ?? 0)?.full_name ?? ''

  const offer = store.state.bot_offers.value.find((one) => one.bot_id === bot_id)

  async function passOn(): Promise<void> {
    const bot_owner_id = chosen.value
    if (bot_owner_id === null) return saving.refuse(said.nobodyChosen)
    const isTakenOver = bot_owner_id === store.user_id
    const done = isTakenOver ? laterWords.forms.saved : said.offered
    if (await saving.save(() => ask('PATCH /bots/{bot_id}', { bot_id, bot_owner_id }), done)) close()
  }

  async function takeBack(): Promise<void> {
    const offering = root.current!.querySelector<HTMLElement>('.buttons:last-child > button')
    if (await saving.save(() => ask('DELETE /bots/{bot_id}/offer', { bot_id }), said.takenBack)) offering?.focus()
  }

  function nameOfStep(): string {
    if (chosen.value === null) return said.passOnNow
    return chosen.value === store.user_id ? said.takeOver : said.passOnTo(nameOf(chosen.value))
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
        {offer && (
          <>
            <p>
              <bdi>{said.offeredTo(nameOf(offer.offered_to))}</bdi>. {said.staysUntil}
            </p>
            <div class="buttons">
              <Button onClick={() => void takeBack()}>{said.takeBack}</Button>
            </div>
          </>
        )}
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
                {nameOfStep()}
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
