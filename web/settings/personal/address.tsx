import { mayChangeOwn } from '../../../client/policies'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { CopyLine, Field, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useSession } from '../../session/context'

type Waiting = Pick<AnswerOf<'GET /realm/email_changes'>['email_changes'][number], 'new_email'> & {
  /** The link that confirms the change. Only administrators get it. */
  readonly confirmation_url?: string
}

/**
 * The email address of the current user, and a form to change it. The change is confirmed by a link, which comes by mail, or from
 * an administrator if the server sends none.
 */
export function Address() {
  const { store, ask } = useSession()
  const t = texts.settings.account
  const { delivery_email, is_admin, server_sends_mail } = store.state
  const sendsMail = server_sends_mail.value
  const saving = useSaveState()
  const waiting = useSignal<Waiting | null>(null)
  const isFixed = !mayChangeOwn('email', store)

  async function checkAddress(): Promise<void> {
    if (!is_admin.peek()) return
    const { email_changes } = await ask('GET /realm/email_changes')
    waiting.value = email_changes.find(({ user_id }) => user_id === store.user_id) ?? null
  }
  // If this fails, no open change is shown.
  useEffect(() => void checkAddress().catch(() => undefined), [])

  async function change(form: HTMLFormElement): Promise<void> {
    const email = (new FormData(form).get('email') as string).trim()
    if (email === '' || email === delivery_email.value) return saving.refuse(t.sameAddress)
    const isAsked = await saving.save(async () => {
      await ask('PATCH /settings', { email })
      waiting.value = { new_email: email }
      await checkAddress()
    }, t.asked)
    if (isAsked) form.reset()
  }

  const { new_email = '', confirmation_url: link } = waiting.value ?? {}
  const confirmation_url = sendsMail ? undefined : link
  const about = sendsMail ? t.waitsForMail : confirmation_url === undefined ? t.waits : t.waitsForYou
  const isWaiting = new_email !== '' && new_email !== delivery_email.value
  return (
    <Section title={t.address} saving={saving}>
      <p>
        <bdi>{delivery_email.value}</bdi>
      </p>
      {isWaiting && (
        <div class="fields" role="status">
          <p>{about(new_email)}</p>
          {confirmation_url !== undefined && <CopyLine label={t.link} text={confirmation_url} />}
        </div>
      )}
      {isWaiting && confirmation_url !== undefined && (
        <div class="buttons">
          <Button
            onClick={() => {
              const token = confirmation_url.slice(confirmation_url.lastIndexOf('/') + 1)
              void saving.save(() => ask('POST /confirm_email', { token }))
            }}
          >
            {t.confirm}
          </Button>
        </div>
      )}
      {isFixed ? (
        <p class="hint">{t.addressesFixed}</p>
      ) : (
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault()
            void change(event.currentTarget)
          }}
        >
          <Field label={t.newAddress} name="email" inputMode="email" autocomplete="email" maxLength={254} />
          <div class="buttons">
            <Button type="submit">{t.changeAddress}</Button>
          </div>
        </form>
      )}
    </Section>
  )
}
