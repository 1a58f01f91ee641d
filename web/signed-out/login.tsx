import { LogIn } from 'lucide'
import { Field } from '../ui/form'
import { texts } from '../i18n'
import { Button } from '../ui'
import { mirrored } from '../ui/mirrored'
import { useAttempt } from './attempt'
import { DemoAccounts } from './demo-accounts'
import { logIn } from './enter'
import { wire, type Host } from './host'
import { Alert, AuthPage } from './auth-page'
import { welcome } from './local-data'

const logInIcon = mirrored(LogIn)

interface LoginProps {
  /** Null until it is known. */
  readonly organization: Host['organization']
  /** Shown before the first attempt. */
  readonly notice: string
  readonly onLoggedIn: () => void
}

export function Login({ organization, notice, onLoggedIn }: LoginProps) {
  const t = texts.signedOut
  const { alert, isBusy, attempt, onSubmit } = useAttempt()
  const { realm_name, authentication_methods, email_auth_enabled = true, realm_invite_required } = organization ?? {}
  const shown = alert.value || notice
  return (
    <AuthPage title={t.title} about={realm_name === undefined ? undefined : t.to(realm_name)}>
      {email_auth_enabled ? (
        <form
          noValidate
          onSubmit={(event) =>
            onSubmit(
              event,
              async ({ email, password }) => {
                await logIn(email!, password!)
                onLoggedIn()
              },
              t.missing,
            )
          }
        >
          <Field label={t.email} name="email" inputMode="email" autocomplete="username" maxLength={254} />
          <Field label={t.password} isSecret name="password" autocomplete="current-password" maxLength={200} />
          <Alert text={shown} />
          <Button kind="main" type="submit" icon={logInIcon} disabled={isBusy.value}>
            {t.logIn}
          </Button>
        </form>
      ) : (
        <Alert text={shown || t.noPasswords} />
      )}
      {email_auth_enabled && (
        <p class="ways">
          <a href="/reset">{t.forgot}</a>
          {realm_invite_required === false && <a href="/join">{t.joinFromLogin}</a>}
        </p>
      )}
      {authentication_methods?.['dev'] === true && (
        <DemoAccounts
          wire={wire}
          isBusy={isBusy}
          onChoose={(username) =>
            void attempt(async () => {
              await wire.ask('POST /dev_session', { username })
              await welcome()
              onLoggedIn()
            })
          }
        />
      )}
    </AuthPage>
  )
}
