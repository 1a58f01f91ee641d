import { type Conversation, conversationKey, type Store } from '../../../../client'

/** A conversation of direct messages, and the id of its newest message. */
export interface PrivateRow {
  readonly conversation: Extract<Conversation, { readonly user_ids: unknown }>
  readonly newest: number
  readonly isUnread: boolean
}

/** All known conversations of direct messages, the newest first, except those with muted people only. */
export function privateRows(store: Store): readonly PrivateRow[] {
  const { unread, state } = store
  const rows = new Map<string, PrivateRow>()
  const recent = state.recent_private_conversations.value.map(({ user_ids, max_message_id }) => ({
    conversation: { user_ids },
    newest: max_message_id,
    isUnread: false,
  }))
  const unreadRows = unread.inConversations.value.flatMap((conversation) =>
    'user_ids' in conversation ? [{ conversation, newest: unread.ids(conversation).at(-1) ?? 0, isUnread: true }] : [],
  )
  for (const row of [...unreadRows, ...recent]) {
    const key = conversationKey(row.conversation)
    const { newest = 0, isUnread = row.isUnread } = rows.get(key) ?? {}
    rows.set(key, { ...row, newest: Math.max(newest, row.newest), isUnread })
  }
  return [...rows.values()]
    .filter(
      ({ conversation: { user_ids } }) => user_ids.length === 0 || !user_ids.every((id) => store.users.isMuted(id)),
    )
    .toSorted((a, b) => b.newest - a.newest)
}
