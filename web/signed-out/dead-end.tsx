import { Refusal } from '../../client'
import { texts } from '../i18n'
import { Button } from '../ui'
import { reasonOf } from '../ui/reason'
import { AuthPage } from './auth-page'

export type DeadEndReason = keyof typeof texts.signedOut.dead

/** What the error codes mean for somebody who follows a link. */
const byCode: Readonly<Record<string, DeadEndReason>> = {
  REALM_DEACTIVATED: 'closed',
  PASSWORD_AUTH_DISABLED: 'noPasswords',
}

interface DeadEndProps {
  /** A key of the texts, or the error that a request threw. */
  readonly why: unknown
  /** Repeats the request that failed. */
  readonly onRetry?: () => void
}

/** Shown when a link leads nowhere: says why, and what to do. */
export function DeadEnd({ why, onRetry }: DeadEndProps) {
  const t = texts.signedOut
  const reason = typeof why === 'string' ? (why as DeadEndReason) : byCode[(why instanceof Refusal && why.code) || '']
  const { title, advice } = reason === undefined ? { title: t.notReached, advice: reasonOf(why) } : t.dead[reason]
  return (
    <AuthPage title={title} about={advice}>
      <div class="buttons">
        {reason === undefined && onRetry && (
          <Button kind="main" onClick={onRetry}>
            {t.again}
          </Button>
        )}
        {reason === 'link' && (
          <a class="button main" href="/reset">
            {t.newLink}
          </a>
        )}
        {reason !== 'closed' && (
          <a class="button other" href="/login">
            {t.toLogin}
          </a>
        )}
      </div>
    </AuthPage>
  )
}
