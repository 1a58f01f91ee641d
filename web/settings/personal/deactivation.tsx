import { Section, TypeToConfirm, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'

/** Deactivates the current user's own account after they have typed their email address. */
export function Deactivation() {
  const t = texts.settings.account
  const saving = useSaveState()
  const { ask, store } = useSession()
  const address = store.state.delivery_email.value

  return (
    <Section title={t.deactivation} saving={saving}>
      <p class="hint">{t.deactivationAbout}</p>
      <TypeToConfirm
        ask={t.deactivate}
        label={t.typeAddress(address)}
        text={address}
        otherwise={t.notTyped}
        confirm={t.deactivateNow}
        saving={saving}
        // The server ends the session, so the page shows the login.
        onConfirm={() => ask('DELETE /users/me')}
      />
    </Section>
  )
}
