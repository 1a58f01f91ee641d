import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import type { ReadonlySignal } from '@preact/signals'
import { type Conversation, conversationKey } from '../../client'
import type { Session } from './open'

const context = createContext<Session | null>(null)

export const SessionProvider = context.Provider

/** The session of the open organization. Throws outside of one. */
export function useSession(): Session {
  const session = useContext(context)
  if (session === null) throw new Error('Nothing is open')
  return session
}

export const useStore = (): Session['store'] => useSession().store

/** Unread messages in a conversation or stream, and how many of them mention the user. */
export function useUnread(where: Conversation | { readonly stream_id: number }): {
  count: ReadonlySignal<number>
  mentions: ReadonlySignal<number>
} {
  const { unread } = useStore()
  const key = 'stream_id' in where && !('topic' in where) ? where.stream_id : conversationKey(where)
  return useMemo(() => ({ count: unread.count(where), mentions: unread.mentions(where) }), [unread, key])
}
