import { CopyLine, Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { Button } from '../../ui'
import { usePasswordLink } from './password-link'

interface NewPasswordProps {
  readonly user: { readonly user_id: number; readonly full_name: string }
}

/** Makes a link for somebody, with which they choose a password. */
export function NewPassword({ user: { user_id, full_name } }: NewPasswordProps) {
  const said = laterWords.passwords
  const { made, make } = usePasswordLink(user_id)
  const saving = useSaving()
  return (
    <Section title={said.password} saving={saving}>
      <p class="hint">{made.value === null ? said.passwordHint : said.until(made.value.expires)}</p>
      {made.value !== null && <CopyLine label={said.link(full_name)} text={made.value.reset_url} />}
      <div class="buttons">
        <Button onClick={() => void saving.save(make, said.linkMade)}>{said.make}</Button>
      </div>
    </Section>
  )
}
