import { useSignal } from '@preact/signals'
import { MailCheck } from 'lucide'
import { texts } from '../i18n'
import { Button } from '../ui'
import { useAttempt } from './attempt'
import { wire } from './host'
import { Alert, AuthPage } from './auth-page'

interface NewAddressProps {
  /** The last part of the address of this page. */
  readonly token: string
  readonly realm_name: string
}

/** Confirms a new email address. It takes a click, because programs open links to preview them. */
export function NewAddress({ token, realm_name }: NewAddressProps) {
  const t = texts.signedOut
  const { alert, isBusy, attempt } = useAttempt()
  const isDone = useSignal(false)

  async function confirm(): Promise<void> {
    await wire.ask('POST /confirm_email', { token })
    isDone.value = true
  }

  if (isDone.value)
    return (
      <AuthPage title={t.addressConfirmed} about={t.addressCounts(realm_name)}>
        <div class="buttons">
          <a class="button main" href="/">
            {t.toApp}
          </a>
        </div>
      </AuthPage>
    )
  return (
    <AuthPage title={t.confirmAddress} about={t.addressFor(realm_name)}>
      <Alert text={alert.value} />
      <div class="buttons">
        <Button kind="main" icon={MailCheck} disabled={isBusy.value} onClick={() => void attempt(confirm)}>
          {t.confirmNow}
        </Button>
        <a class="button other" href="/login">
          {t.toLogin}
        </a>
      </div>
    </AuthPage>
  )
}
