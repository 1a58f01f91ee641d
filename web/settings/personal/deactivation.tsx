import { Section, TypedConfirmation, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { useSession } from '../../session/context'

/** Ends the reader's account, once they have written their address. */
export function Deactivation() {
  const said = laterWords.settings.account
  const saving = useSaving()
  const { ask, store } = useSession()
  const address = store.state.delivery_email.value

  return (
    <Section title={said.deactivation} saving={saving}>
      <p class="hint">{said.deactivationAbout}</p>
      <TypedConfirmation
        ask={said.deactivate}
        label={said.typeAddress(address)}
        text={address}
        otherwise={said.notTyped}
        confirm={said.deactivateNow}
        saving={saving}
        // The page is told that its session is over, as it is by an administrator.
        onConfirm={() => ask('DELETE /users/me')}
      />
    </Section>
  )
}
