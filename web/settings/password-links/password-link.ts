import { signal, type ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { AnswerOf } from '../../../client'
import { texts } from '../../i18n'
import { formatTime } from '../../i18n/format'
import { useSession } from '../../session/context'

type MadeLink = Pick<AnswerOf<'POST /users/{user_id}/password_reset'>, 'reset_url' | 'expires' | 'is_mailed'>

interface PasswordLink {
  /** The newest link that was made here; null if none was. */
  readonly made: ReadonlySignal<MadeLink | null>
  /** Makes a link, and sends it by mail if the server sends any. */
  readonly make: () => Promise<void>
  /** What the button says, and what became of the newest link; null if none was made. */
  readonly label: string
  readonly status: string | null
}

/** A link with which a person sets a new password. */
export function usePasswordLink(user_id: number): PasswordLink {
  const { ask, store } = useSession()
  const t = texts.passwordLinks
  const by_mail = store.state.server_sends_mail.value
  const madeLink = useMemo(() => signal<MadeLink | null>(null), [user_id])
  const link = madeLink.value
  return {
    made: madeLink,
    make: async () => void (madeLink.value = await ask('POST /users/{user_id}/password_reset', { user_id, by_mail })),
    label: by_mail ? t.send : t.make,
    status: link === null ? null : (link.is_mailed ? t.mailed : t.until)(formatTime(link.expires)),
  }
}
