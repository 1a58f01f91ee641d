import { useSignal } from '@preact/signals'
import { Check, Field, Section, useSaving } from '../forms'
import { laterWords } from '../later-words'
import { Button } from '../parts'
import { useSession } from '../session'

/** Characters of a password. */
const longest = 200

/** Changes the password, by the one before. */
export function Password() {
  const { ask } = useSession()
  const said = laterWords.settings.account
  const saving = useSaving()
  const isKept = useSignal(false)
  const isBusy = useSignal(false)

  async function change(form: HTMLFormElement): Promise<void> {
    const [old_password, new_password] = ['old', 'new'].map((name) => new FormData(form).get(name) as string)
    if (!old_password || !new_password) return saving.refuse(said.bothPasswords)
    isBusy.value = true
    const passwords = { old_password, new_password, keep_sessions: isKept.value }
    if (await saving.save(() => ask('PATCH /settings', passwords))) form.reset()
    isBusy.value = false
  }

  return (
    <Section title={said.password} saving={saving}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void change(event.currentTarget)
        }}
      >
        <Field label={said.oldPassword} name="old" isSecret autocomplete="current-password" maxLength={longest} />
        <Field label={said.newPassword} name="new" isSecret autocomplete="new-password" maxLength={longest} />
        <Check
          label={said.keepSessions}
          hint={said.keepSessionsHint}
          isOn={isKept.value}
          onChange={(isOn) => (isKept.value = isOn)}
        />
        <div class="buttons">
          <Button type="submit" disabled={isBusy.value}>
            {said.changePassword}
          </Button>
        </div>
      </form>
    </Section>
  )
}
