import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Check, Field, PasswordAdvice, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useSession } from '../../session/context'

/** Maximal length of a password. */
const longest = 200

/** Changes the password. Asks for the old one. */
export function Password() {
  const { ask, store } = useSession()
  const t = texts.settings.account
  const saving = useSaveState()
  const isKept = useSignal(false)
  const isBusy = useSignal(false)
  const typed = useSignal('')
  const adviceId = useId()
  const { delivery_email } = store.state
  const full_name = store.users.self?.full_name ?? ''
  const names = { email: delivery_email.value, full_name }

  async function change(form: HTMLFormElement): Promise<void> {
    const [old_password, new_password] = ['old', 'new'].map((name) => new FormData(form).get(name) as string)
    if (!old_password || !new_password) return saving.refuse(t.bothPasswords)
    isBusy.value = true
    const passwords = { old_password, new_password, keep_sessions: isKept.value }
    if (await saving.save(() => ask('PATCH /settings', passwords))) {
      form.reset()
      typed.value = ''
    }
    isBusy.value = false
  }

  return (
    <Section title={t.password} saving={saving}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void change(event.currentTarget)
        }}
      >
        <Field label={t.oldPassword} name="old" isSecret autocomplete="current-password" maxLength={longest} />
        <div>
          <Field
            label={t.newPassword}
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
          label={t.keepSessions}
          hint={t.keepSessionsHint}
          isOn={isKept.value}
          onChange={(isOn) => (isKept.value = isOn)}
        />
        <div class="buttons">
          <Button type="submit" disabled={isBusy.value}>
            {t.changePassword}
          </Button>
        </div>
      </form>
    </Section>
  )
}
