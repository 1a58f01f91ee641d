import type { Session } from '../../../session/open'

/** How many messages a request asks for, and most requests, to find out who wrote the unread messages. */
const page = { messages: 1000, most: 5 }

type Account = Pick<Session, 'store' | 'ask'>

/** Ids of all unread messages. */
const unreadIds = ({ store: { unread } }: Account): number[] =>
  unread.inConversations.peek().flatMap((one) => unread.ids(one))

/**
 * Remembers what is unread before somebody is muted, which marks their messages as read. Call the returned function to find those
 * messages. Only then does it ask the server, and only for messages that are not held.
 */
export function rememberUnread(account: Account, sender_id: number): () => Promise<number[]> {
  const { store, ask } = account
  const before = unreadIds(account)
  return async () => {
    const read = before.filter((id) => !store.unread.isShownUnread(id)).toSorted((a, b) => a - b)
    const unknown = new Set(read.filter((id) => store.messages.get(id) === undefined))
    const theirs = read.filter((id) => store.messages.get(id)?.sender_id === sender_id)
    let anchor = [...unknown].at(-1)
    for (let pages = 0; anchor !== undefined && pages < page.most; pages += 1) {
      const narrow = [{ operator: 'sender', operand: sender_id }]
      const { messages, found_oldest } = await ask('GET /messages', {
        narrow,
        anchor: String(anchor),
        num_before: page.messages,
        num_after: 0,
      })
      theirs.push(...messages.flatMap(({ id }) => (unknown.delete(id) ? [id] : [])))
      const oldest = messages[0]?.id ?? 0
      const isMore = !found_oldest && [...unknown].some((id) => id < oldest)
      anchor = isMore ? oldest - 1 : undefined
    }
    return theirs
  }
}
