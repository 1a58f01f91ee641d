import type { Session } from '../../../session/open'

/** Messages of a page when it is asked whose messages were unread, and most pages. */
const page = { messages: 1000, most: 5 }

type Account = Pick<Session, 'store' | 'ask'>

/** Ids of everything that is unread. */
const unreadIds = ({ store: { unread } }: Account): number[] =>
  unread.inConversations.peek().flatMap((one) => unread.ids(one))

/**
 * Remembers what is unread, before the messages of somebody are marked as read because they are muted. What it returns finds
 * their messages that were. The server is asked only for those that are not here, when somebody wants them back.
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
