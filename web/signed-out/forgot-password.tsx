import { useSignal } from '@preact/signals'
import { KeyRound } from 'lucide'
import { Field } from '../ui/form'
import { texts } from '../i18n'
import { Button } from '../ui'
import { useAttempt } from './attempt'
import { wire } from './host'
import { Alert, AuthPage } from './auth-page'

interface ForgotPasswordProps {
  readonly realm_name: string
  /** Whether the link comes by mail. Otherwise an administrator passes it on. */
  readonly sendsMail: boolean
}

/** Asks for a password link. The response does not tell whether the account exists. */
export function ForgotPassword({ realm_name, sendsMail }: ForgotPasswordProps) {
  const t = texts.signedOut
  const { alert, isBusy, onSubmit } = useAttempt()
  const isAsked = useSignal(false)
  return (
    <AuthPage title={t.forgotten} about={t.to(realm_name)}>
      {isAsked.value ? (
        <p role="status">{sendsMail ? t.mailAsked : t.forgottenAsked}</p>
      ) : (
        <form
          noValidate
          onSubmit={(event) =>
            onSubmit(event, async ({ email }) => {
              await wire.ask('POST /password_reset', { email: email! })
              isAsked.value = true
            })
          }
        >
          <p class="hint">{sendsMail ? t.mailHow : t.forgottenHow}</p>
          <Field label={t.email} name="email" inputMode="email" autocomplete="username" maxLength={254} />
          <Alert text={alert.value} />
          <Button kind="main" type="submit" icon={KeyRound} disabled={isBusy.value}>
            {t.ask}
          </Button>
        </form>
      )}
      <p class="ways">
        <a href="/login">{t.toLogin}</a>
      </p>
    </AuthPage>
  )
}
