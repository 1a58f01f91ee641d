import { CopyLine, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { formatTime } from '../../i18n/format'
import { Button } from '../../ui'
import { usePasswordLink } from './password-link'

interface NewPasswordProps {
  readonly user: { readonly user_id: number; readonly full_name: string }
}

/** Makes a password link for a person. */
export function NewPassword({ user: { user_id, full_name } }: NewPasswordProps) {
  const t = texts.passwordLinks
  const { made, make } = usePasswordLink(user_id)
  const saving = useSaveState()
  return (
    <Section title={t.password} saving={saving}>
      <p class="hint">{made.value === null ? t.passwordHint : t.until(formatTime(made.value.expires))}</p>
      {made.value !== null && <CopyLine label={t.link(full_name)} text={made.value.reset_url} />}
      <div class="buttons">
        <Button onClick={() => void saving.save(make, t.linkMade)}>{t.make}</Button>
      </div>
    </Section>
  )
}
