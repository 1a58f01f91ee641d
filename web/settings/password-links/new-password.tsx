import { CopyLine, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useStore } from '../../session/context'
import { usePasswordLink } from './password-link'

interface NewPasswordProps {
  readonly user: { readonly user_id: number; readonly full_name: string }
}

/** Makes a password link for a person. */
export function NewPassword({ user: { user_id, full_name } }: NewPasswordProps) {
  const t = texts.passwordLinks
  const { made, make, label, status } = usePasswordLink(user_id)
  const sendsMail = useStore().state.server_sends_mail.value
  const saving = useSaveState()
  return (
    <Section title={t.password} saving={saving}>
      <p class="hint">{status ?? t.passwordHint}</p>
      {made.value?.is_mailed === false && <CopyLine label={t.link(full_name)} text={made.value.reset_url} />}
      <div class="buttons">
        <Button onClick={() => void saving.save(make, sendsMail ? '' : t.linkMade)}>{label}</Button>
      </div>
    </Section>
  )
}
