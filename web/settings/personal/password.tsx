import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Check, Field, PasswordAdvice, Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { Button } from '../../ui'
import { useSession } from '../../session/context'

/** Characters of a password. */
const longest = 200

/** Changes the password, by the one before. */
export function Password() {
  const { ask, store } = useSession()
  const said = laterWords.settings.account
  const saving = useSaving()
  const isKept = useSignal(false)
  const isBusy = useSignal(false)
  const typed = useSignal('')
  const adviceId = useId()
  const { delivery_email, realm_users } = store.state
  const full_name = realm_users.value.find(({ user_id }) => user_id === store.user_id)?.full_name ?? ''
  const names = { email: delivery_email.value, full_name }

  async function change(form: HTMLFormElement): Promise<void> {
    const [old_password, new_password] = ['old', 'new'].map((name) => new FormData(form).get(name) as string)
    if (!old_password || !new_password) return saving.refuse(said.bothPasswords)
    isBusy.value = true
    const passwords = { old_password, new_password, keep_sessions: isKept.value }
    if (await saving.save(() => ask('PATCH /settings', passwords))) {
      form.reset()
      typed.value = ''
    }
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
        <div>
          <Field
            label={said.newPassword}
            name="new"
            isSecret
            autocomplete="new-password"
            maxLength={longest}
            describedBy={adviceId}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
          <PasswordAdvice id={adviceId} password={typed.value} {...names} />
        </div>
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
