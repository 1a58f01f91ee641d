import { roles } from '../../../../client/policies'
import { useSignal } from '@preact/signals'
import { Section, useConfirming, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { ChosenPeople } from '../../../features/profiles'
import { useSession } from '../../../session/context'
import type { Bot } from './rights'

/** Owner of a bot and its open offer, and a form to offer it to somebody. */
export function Owner({ bot: { user_id: bot_id, owner_id } }: { bot: Bot }) {
  const { ask, store } = useSession()
  const t = texts.organization.bots
  const saving = useSaveState()
  const { isAsked, root } = useConfirming('input, button')
  const chosen = useSignal<number | null>(null)

  const nameOf = (id: number | null): string => store.users.name(id ?? 0) ?? ''

  const offer = store.state.bot_offers.value.find((one) => one.bot_id === bot_id)

  async function passOn(): Promise<void> {
    const bot_owner_id = chosen.value
    if (bot_owner_id === null) return saving.refuse(t.nobodyChosen)
    const isTakenOver = bot_owner_id === store.user_id
    const done = isTakenOver ? texts.forms.saved : t.offered
    if (await saving.save(() => ask('PATCH /bots/{bot_id}', { bot_id, bot_owner_id }), done)) close()
  }

  async function withdrawOffer(): Promise<void> {
    const offering = root.current!.querySelector<HTMLElement>('.buttons:last-child > button')
    if (await saving.save(() => ask('DELETE /bots/{bot_id}/offer', { bot_id }), t.takenBack)) offering?.focus()
  }

  function nameOfStep(): string {
    if (chosen.value === null) return t.passOnNow
    return chosen.value === store.user_id ? t.takeOver : t.passOnTo(nameOf(chosen.value))
  }

  function close(): void {
    isAsked.value = false
    chosen.value = null
  }

  return (
    <Section title={texts.profile.owner} saving={saving}>
      <div ref={root} class="fields">
        <p>
          <bdi>{nameOf(owner_id)}</bdi>
        </p>
        {offer && (
          <>
            <p>
              <bdi>{t.offeredTo(nameOf(offer.offered_to))}</bdi>. {t.staysUntil}
            </p>
            <div class="buttons">
              <Button onClick={() => void withdrawOffer()}>{t.takeBack}</Button>
            </div>
          </>
        )}
        {isAsked.value ? (
          <>
            <p>{t.passingOn}</p>
            <ChosenPeople
              ids={chosen.value === null ? [] : [chosen.value]}
              find={texts.streams.find}
              others={t.newOwner}
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
              <Button onClick={close}>{texts.forms.cancel}</Button>
            </div>
          </>
        ) : (
          <div class="buttons">
            <Button onClick={() => (isAsked.value = true)}>{t.passOn}</Button>
          </div>
        )}
      </div>
    </Section>
  )
}
