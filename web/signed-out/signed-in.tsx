import { LogOut } from 'lucide'
import { texts } from '../i18n'
import { logOut } from '../session/log-out'
import { Button } from '../ui'
import { mirrored } from '../ui/mirrored'
import { useAttempt } from './attempt'
import { Alert, AuthPage } from './auth-page'

const logOutIcon = mirrored(LogOut)

interface SignedInProps {
  readonly account: { readonly user_id: number; readonly full_name: string }
  readonly realm_name: string
}

/** Shown to a user who opens an invitation while logged in. */
export function SignedIn({ account, realm_name }: SignedInProps) {
  const t = texts.signedOut
  const { alert, isBusy, attempt } = useAttempt()
  return (
    <AuthPage title={t.inAlready} about={t.inAs(account.full_name, realm_name)}>
      <Alert text={alert.value} />
      <div class="buttons">
        <a class="button main" href="/">
          {t.toApp}
        </a>
        <Button
          icon={logOutIcon}
          disabled={isBusy.value}
          onClick={() =>
            void attempt(async () => {
              await logOut(account)
              location.reload()
            })
          }
        >
          {t.asSomebodyElse}
        </Button>
      </div>
    </AuthPage>
  )
}
