import { Section, TypeToConfirm, useSaveState } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { useSession } from '../../session/context'

/** Closes the organization, once its name was written. */
export function Closing() {
  const t = laterWords.organization.profile
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
        // All pages, this one too, are told by the end of their sessions.
        onConfirm={() => ask('POST /realm/deactivate')}
      />
    </Section>
  )
}
