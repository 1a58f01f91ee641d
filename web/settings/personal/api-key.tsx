import { useSignal } from '@preact/signals'
import { CopyLine, Field, Section, useSaving } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { Button } from '../../ui'
import { useSession } from '../../session/context'

/** Makes a key for a program, which is shown this once. */
export function ApiKey({ onMade }: { onMade: () => void }) {
  const { ask, store } = useSession()
  const said = laterWords.settings.sessions
  const saving = useSaving()
  const key = useSignal('')
  const isBusy = useSignal(false)
  const email = store.state.delivery_email.value

  async function make(form: HTMLFormElement): Promise<void> {
    const password = new FormData(form).get('password') as string
    if (password === '') return saving.refuse(said.passwordMissing)
    isBusy.value = true
    const isMade = await saving.save(async () => {
      key.value = (await ask('POST /fetch_api_key', { username: email, password })).api_key
    }, said.made)
    isBusy.value = false
    if (!isMade) return
    form.reset()
    onMade()
  }

  return (
    <Section title={said.key} saving={saving}>
      <p class="hint">{said.keyHint(email)}</p>
      {key.value !== '' && (
        <div class="fields">
          <CopyLine label={said.key} text={key.value} />
          <p>{said.once}</p>
        </div>
      )}
      <form
        class="adding"
        onSubmit={(event) => {
          event.preventDefault()
          void make(event.currentTarget)
        }}
      >
        <Field label={said.password} name="password" isSecret autocomplete="current-password" maxLength={200} />
        <Button type="submit" disabled={isBusy.value}>
          {said.make}
        </Button>
      </form>
    </Section>
  )
}
