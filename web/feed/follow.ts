import { useEffect, useRef } from 'preact/hooks'
import type { Conversation } from '../../client'
import { useSession } from '../session'

/** Follows a conversation that is read when all of it is moved elsewhere. */
export function useFollow(conversation: Conversation | null, ids: readonly number[]): void {
  const session = useSession()
  const before = useRef(ids)
  useEffect(() => {
    const last = before.current
    before.current = ids
    if (conversation === null || !('topic' in conversation) || last.length === 0) return
    const staying = new Set(ids)
    if (last.some((id) => staying.has(id))) return
    void import('./followed').then(
      async ({ follow }) => follow(session, conversation, last.at(-1)!),
      // Offline: where it is now is told when it is opened.
      () => undefined,
    )
  }, [ids])
}
