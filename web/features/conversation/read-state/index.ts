import { conversationKey, type UnreadScope } from '../../../../client'
import { texts } from '../../../i18n'
import type { Session } from '../../../session/open'
import { showToast } from '../../../ui'

/** Up to this many messages are marked by their ids. With more, a topic or stream is marked as a whole. */
const maxMessagesById = 1000

/** What can be marked as read: a conversation, a stream, everything, or all direct messages. */
export type ReadTarget = UnreadScope | 'private'

/** Ids of all unread messages there, muted or not. */
function unreadIn({ store: { unread } }: Pick<Session, 'store'>, where: ReadTarget): number[] {
  const isThere = unread.inConversations.peek().filter((one) => {
    if (where === 'everywhere') return true
    if (where === 'private') return 'user_ids' in one
    if ('stream_id' in where && !('topic' in where)) return 'stream_id' in one && one.stream_id === where.stream_id
    return conversationKey(one) === conversationKey(where)
  })
  return isThere.flatMap((one) => unread.ids(one))
}

/** Marks all messages there as read, and shows a toast that offers to undo. */
export function markRead(session: Pick<Session, 'store' | 'outbox' | 'ask'>, where: ReadTarget): void {
  const { outbox, store } = session
  const { readState: t } = texts
  const ids = unreadIn(session, where)
  const done =
    isPrivate(where) || (ids.length <= maxMessagesById && !store.unread.isIncomplete)
      ? outbox.do({ kind: 'read', messages: ids }).done
      : askFor(session, where)
  const undo = (): void => void outbox.do({ kind: 'unread', messages: ids }).done.catch(() => showToast(t.failed))
  done.catch(() => showToast(t.failed))
  showToast(t.done(ids.length), { name: t.undo, onChoose: undo })
}

const isPrivate = (where: ReadTarget): where is 'private' | { readonly user_ids: readonly number[] } =>
  where === 'private' || (where !== 'everywhere' && 'user_ids' in where)

/** Lets the server mark them. It also knows unread messages that it has never told us about. */
function askFor(
  { ask }: Pick<Session, 'ask'>,
  where: Exclude<UnreadScope, { readonly user_ids: unknown }>,
): Promise<unknown> {
  if (where === 'everywhere') return ask('POST /mark_all_as_read')
  if ('topic' in where) return ask('POST /mark_topic_as_read', { stream_id: where.stream_id, topic_name: where.topic })
  return ask('POST /mark_stream_as_read', where)
}
