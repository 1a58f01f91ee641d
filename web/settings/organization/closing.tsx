import { Section, TypedConfirmation, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { useSession } from '../../session/context'

/** Closes the organization, once its name was written. */
export function Closing() {
  const said = laterWords.organization.profile
  const saving = useSaving()
  const { ask, store } = useSession()
  const name = store.state.realm_name.value

  return (
    <Section title={said.closing} saving={saving}>
      <p class="hint">{said.closingAbout}</p>
      <TypedConfirmation
        ask={said.close}
        label={said.typeName(name)}
        text={name}
        otherwise={said.notTyped}
        confirm={said.closeNow}
        saving={saving}
        // All pages, this one too, are told by the end of their sessions.
        onConfirm={() => ask('POST /realm/deactivate')}
      />
    </Section>
  )
}
