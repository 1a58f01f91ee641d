import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Refusal } from '../../client'
import { laterWords } from '../later-words'
import { reasonOf } from '../reason'
import { wire } from './host'

/** What the codes of refusals mean to somebody who wants to come in. */
function known(error: unknown): string | null {
  const said = laterWords.gate
  switch (error instanceof Refusal && error.code) {
    case 'AUTHENTICATION_FAILED':
      return said.wrong
    case 'USER_DEACTIVATED':
      return said.deactivated
    case 'REALM_DEACTIVATED':
      return said.realmDeactivated
    case 'PASSWORD_AUTH_DISABLED':
      return said.byPasswordOff
    case 'QUOTA_EXCEEDED':
      return said.full(Date.now() + ((error as Refusal).retry_after ?? 0) * 1000)
    case 'RATE_LIMIT_HIT':
      return said.tooOften
    default:
      return null
  }
}

/** Why somebody was not let in, in the words of the reader where there are some. */
export function whyNotIn(error: unknown): string {
  return known(error) ?? reasonOf(error)
}

/** Why somebody who was in is not any more: what an ask was refused with, or that a session ended, of which the server tells more. */
export function useNotice(why: unknown): ReadonlySignal<string> {
  const notice = useSignal(why === 'ended' ? laterWords.gate.ended : (known(why) ?? ''))
  useEffect(() => {
    if (why === 'ended')
      wire.ask('GET /users/me').catch((error: unknown) => (notice.value = known(error) ?? notice.value))
  }, [])
  return notice
}
