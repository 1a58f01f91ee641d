import { Section, TypeToConfirm, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'

/** Deactivates the organization after its name was typed. */
export function Closing() {
  const t = texts.organization.profile
  const saving = useSaveState()
  const { ask, store } = useSession()
  const name = store.state.realm_name.value

  return (
    <Section title={t.closing} saving={saving}>
      <p class="hint">{t.closingAbout}</p>
      <TypeToConfirm
        ask={t.close}
        label={t.typeName(name)}
        text={name}
        otherwise={t.notTyped}
        confirm={t.closeNow}
        saving={saving}
        // The server ends all sessions, so all pages, including this one, show the login.
        onConfirm={() => ask('POST /realm/deactivate')}
      />
    </Section>
  )
}
