import { useSignal } from '@preact/signals'
import { KeyRound } from 'lucide'
import { useEffect } from 'preact/hooks'
import { Refusal, type AnswerOf } from '../../client'
import { texts } from '../i18n'
import { Button } from '../ui'
import { useAttempt, type Texts } from './attempt'
import { DeadEnd } from './dead-end'
import { logIn } from './enter'
import { wire } from './host'
import { NewPassword } from './password'
import { Alert, AuthPage } from './auth-page'

interface ResetProps {
  /** The last part of the address of this page. */
  readonly linkKey: string
  readonly realm_name: string
  readonly onLoggedIn: () => void
}

/** Sets a new password by a link from an administrator. */
export function Reset({ linkKey: key, realm_name, onLoggedIn }: ResetProps) {
  const t = texts.signedOut
  const { alert, isBusy, onSubmit } = useAttempt()
  const whose = useSignal<AnswerOf<'GET /password_reset'> | null>(null)
  const problem = useSignal<unknown>(null)

  async function loadAccount(): Promise<void> {
    try {
      problem.value = null
      whose.value = await wire.ask('GET /password_reset', { key })
    } catch (error) {
      problem.value = error instanceof Refusal && error.code === 'BAD_REQUEST' ? 'link' : error
    }
  }
  useEffect(() => void loadAccount(), [])

  async function set({ password }: Texts): Promise<void> {
    try {
      const { email } = await wire.ask('POST /password_reset/confirm', { key, new_password: password! })
      await logIn(email, password!)
      onLoggedIn()
    } catch (error) {
      await loadAccount()
      throw error
    }
  }

  if (problem.value !== null) return <DeadEnd why={problem.value} onRetry={() => void loadAccount()} />
  if (whose.value === null) return <AuthPage title={t.reset} />
  return (
    <AuthPage title={t.reset} about={t.resetOf(whose.value.full_name, realm_name)}>
      <form noValidate onSubmit={(event) => onSubmit(event, set)}>
        <input
          class="whose"
          aria-label={t.email}
          name="email"
          value={whose.value.email}
          autocomplete="username"
          readOnly
          tabIndex={-1}
        />
        <NewPassword label={t.newPassword} isShown />
        <Alert text={alert.value} />
        <Button kind="main" type="submit" icon={KeyRound} disabled={isBusy.value}>
          {t.setPassword}
        </Button>
      </form>
    </AuthPage>
  )
}
