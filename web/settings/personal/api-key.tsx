import { useSignal } from '@preact/signals'
import { CopyLine, Field, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useSession } from '../../session/context'

/** Makes an API key. It cannot be shown again. */
export function ApiKey({ onMade }: { onMade: () => void }) {
  const { ask, store } = useSession()
  const t = texts.settings.sessions
  const saving = useSaveState()
  const key = useSignal('')
  const isBusy = useSignal(false)
  const email = store.state.delivery_email.value

  async function make(form: HTMLFormElement): Promise<void> {
    const password = new FormData(form).get('password') as string
    if (password === '') return saving.refuse(t.passwordMissing)
    isBusy.value = true
    const isMade = await saving.save(async () => {
      key.value = (await ask('POST /fetch_api_key', { username: email, password })).api_key
    }, t.made)
    isBusy.value = false
    if (!isMade) return
    form.reset()
    onMade()
  }

  return (
    <Section title={t.key} saving={saving}>
      <p class="hint">{t.keyHint(email)}</p>
      {key.value !== '' && (
        <div class="fields">
          <CopyLine label={t.key} text={key.value} />
          <p>{t.once}</p>
        </div>
      )}
      <form
        class="adding"
        onSubmit={(event) => {
          event.preventDefault()
          void make(event.currentTarget)
        }}
      >
        <Field label={t.password} name="password" isSecret autocomplete="current-password" maxLength={200} />
        <Button type="submit" disabled={isBusy.value}>
          {t.make}
        </Button>
      </form>
    </Section>
  )
}
