import { bit } from '../user-messages/bits'
import { fragment, type Fragment } from '../core/sql/sql'
import {
  direction,
  flaggedMessages,
  hasBit,
  isMuted,
  isRead,
  isReceived,
  mentions,
  messagesOf,
  isInRange,
  type IdRange,
} from '../user-messages/rows'
import { isMoved } from '../old-texts/mark'
import { hasPhrases } from './phrases'
import { searchHits, isFound } from './search'
import {
  lowestId,
  messagesInOrder,
  publicHistory,
  receivedRanges,
  messageIndexes,
  unread,
  type MessageIndex,
  type Ranges,
} from '../user-messages/ranges'
import type { Search } from './terms'

/** One way to find messages: the source `message` in a range of ids, and the remaining conditions. */
export interface Branch {
  from: (range: IdRange) => Fragment
  where: Fragment
  /** In a search, how to find messages whose texts are in the object; null: there is no search. */
  old: OldBranch | null
}

/** The messages of a branch whose texts are in the object. The object knows which of them have the words of the search. */
export interface OldBranch {
  /**
   * Streams and conversations where they may be: rows of `recipient_id` and `low`, the lowest id there. `flag`: messages with this flag
   * may be elsewhere, too. Null with `candidates`.
   */
  places: { ranges: Ranges; flag: Parameters<typeof flaggedMessages>[1] | null } | null
  /** The topic of all; null: they may have several. */
  topic_key: string | null
  /**
   * If the narrow allows only few messages: these, in the order of ids. Then the database finds them, and the object says which of them
   * have the words. Null: the object finds messages by the words.
   */
  candidates: Pick<Branch, 'from' | 'where'> | null
  /** Those of the listed messages that belong to the branch, in the order of the list: `keys` is JSON, pairs of an id and `last_edit_at`. */
  byKeys: (keys: string) => MessageSource
  /** All messages of the branch in a range that match by a text in the database. */
  inDatabase: (range: IdRange) => MessageSource
}

/** The source `message`, and the remaining conditions. */
export interface MessageSource {
  from: Fragment
  where: Fragment
}

/** What a narrow demands of messages, for choosing the rows that drive the query. */
export interface Criteria {
  user_id: number
  realm_id: number
  /** Operands of `is` that must hold. */
  is: ReadonlySet<string>
  hasId: boolean
  sender_id: number | null
  /** The message has a link; a picture and an attachment are links, too. */
  hasLink: boolean
  /** Nothing muted matches. */
  onlyAudible: boolean
  recipient_id: number | null
  /** The viewer's conversations to which all belong; null: any. */
  groups: Fragment | null
  /** The viewer may see everything that the terms allow. */
  readsHistory: boolean
  /** All belong to one conversation; its members received everything in it. */
  isConversation: boolean
  topic_key: string | null
  /** The search. Neither its words nor its phrases are among the conditions. */
  search: Search | null
  /** Conditions on the message alone. */
  own: Fragment
  /** The other conditions: on the viewer's flags, and on what the viewer may see. */
  rest: Fragment
}

/** Chooses what drives the query: the fewest rows that surely hold every match. */
export function branchesOf(criteria: Criteria): Branch[] {
  const { user_id, is, recipient_id, readsHistory } = criteria
  const few = fewRows(criteria)
  if (few !== null) return [few]
  if (is.has('unread')) return unreadBranches(criteria, { onlyAudible: criteria.onlyAudible })
  const ranges = receivedRanges(user_id, restriction(criteria))
  if (criteria.search !== null)
    return [
      readsHistory
        ? byWords(criteria, fragment`0`, { ranges: historyOf(criteria), flag: null })
        : byWords(criteria, lowestId(user_id, ranges, 'historical'), { ranges, flag: 'historical' }),
    ]
  if (criteria.isConversation) return [inIndex(indexFor(criteria), criteria)]
  const isBySender =
    criteria.sender_id !== null &&
    criteria.groups === null &&
    (recipient_id === null || indexFor(criteria) === messageIndexes.any)
  if (readsHistory && isBySender) return [byWords(criteria, fragment`0`)]
  if (readsHistory && recipient_id !== null) return [inIndex(indexFor(criteria), criteria)]
  if (readsHistory) return [fromRanges(publicHistory(criteria.realm_id), criteria, { isHistory: true })]
  const mine = { ...criteria, rest: fragment`${isReceived} and ${criteria.rest}` }
  return [
    isBySender ? byWords(mine, lowestId(user_id, ranges, null)) : fromRanges(ranges, criteria),
    byFlag('historical', { ...criteria, rest: fragment`not (${isReceived}) and ${criteria.rest}` }),
  ]
}

/** One message, or those with a rare flag; a search only checks them. */
function fewRows(criteria: Criteria): Branch | null {
  const { search, own } = criteria
  if (search === null) return fewOf(criteria)
  const branch = fewOf({ ...criteria, own: fragment`${own} and ${isFound(search)}` })
  const candidates = branch && fewOf({ ...criteria, own: fragment`${own} and ${isMoved}` })
  const inDatabase = (range: IdRange) => ({ from: branch!.from(range), where: branch!.where })
  return (
    branch && { ...branch, old: { places: null, topic_key: null, candidates, byKeys: byKeys(criteria), inDatabase } }
  )
}

function fewOf(criteria: Criteria): Branch | null {
  const { is } = criteria
  if (criteria.hasId) return inIndex(messageIndexes.any, criteria)
  if (is.has('starred')) return byFlag('starred', criteria)
  if (is.has('alerted')) return byFlag('alerted', criteria)
  return is.has('mentioned') ? fromMentions(criteria) : null
}

/** Finds unread messages: those above the read watermark of their recipient, and those marked as unread. */
export function unreadBranches(criteria: Criteria, { onlyAudible }: { onlyAudible: boolean }): Branch[] {
  const { user_id, search } = criteria
  const isAudible = fragment`not (${onlyAudible} and ${isMuted(user_id, fragment`message.recipient_id`)})`
  const rest = fragment`not ${isRead(user_id)} and ${criteria.rest}`
  const audible = { ...criteria, rest: fragment`${rest} and ${isAudible}` }
  const few = fewRows(audible)
  if (few !== null) return [few]
  const ranges = unread(user_id, { ...restriction(criteria), onlyAudible })
  if (search !== null)
    return [byWords(audible, lowestId(user_id, ranges, 'markedUnread'), { ranges, flag: 'markedUnread' })]
  return [
    fromRanges(ranges, { ...criteria, rest: fragment`not ${hasBit(bit.markedUnread)} and ${rest}` }),
    byFlag('markedUnread', audible),
  ]
}

/** Ranges of all messages that the terms allow, where the viewer may see them all. */
const historyOf = ({ realm_id, recipient_id }: Criteria): Ranges =>
  recipient_id === null ? publicHistory(realm_id) : fragment`select ${recipient_id} as recipient_id, 0 as low`

const restriction = ({ recipient_id, is, groups, onlyAudible }: Criteria) => ({
  recipient_id,
  onlyPrivate: is.has('private'),
  onlyAmong: groups,
  onlyAudible,
})

function indexFor({ topic_key, hasLink, is }: Criteria): MessageIndex {
  if (topic_key !== null) return messageIndexes.topic(topic_key)
  if (hasLink) return messageIndexes.link
  return is.has('resolved') ? messageIndexes.resolved : messageIndexes.any
}

/**
 * Reads the rows of the search index for the words and the sender of a search, in order of id, and only as many as are taken. The
 * index only accepts integers as bounds, but D1 binds every number as a float.
 */
function byWords(criteria: Criteria, floor: Fragment, places: OldBranch['places'] = null): Branch {
  const { user_id, search, sender_id, topic_key, own, rest } = criteria
  const { from, where } = searchHits({ words: search?.words ?? [], sender_id })
  const hitsAbove = (lowest: Fragment) => (range: IdRange) =>
    messagesOf(user_id, {
      from: fragment`${from} cross join message on message.id = hit.rowid`,
      where: fragment`
        ${where} and hit.rowid >= cast(max(${range.low}, ${lowest}) as integer)
        and hit.rowid < cast(${range.high} as integer) and ${own} and ${hasPhrases(search?.phrases ?? [])}`,
      orderBy: fragment`order by hit.rowid ${direction(range)}`,
    })
  const inDatabase = (range: IdRange) => ({ from: hitsAbove(fragment`0`)(range), where: rest })
  return {
    from: hitsAbove(floor),
    where: rest,
    old: search && { places, topic_key, candidates: null, byKeys: byKeys(criteria), inDatabase },
  }
}

/** What the object found may be out of date. So only messages count that were not edited since, and whose texts are not in the database. */
const byKeys =
  ({ user_id, own, rest }: Criteria): OldBranch['byKeys'] =>
  (keys) => ({
    from: messagesOf(user_id, {
      from: fragment`json_each(${keys}) as key cross join message on message.id = key.value ->> 0`,
      where: fragment`${isMoved} and message.last_edit_at is key.value ->> 1 and ${own}`,
    }),
    where: rest,
  })

const inIndex = ({ index, condition }: MessageIndex, { user_id, own, rest }: Criteria): Branch => ({
  from: (range) =>
    messagesOf(user_id, {
      from: fragment`message ${index}`,
      where: fragment`${isInRange(fragment`message.id`, range)} and ${condition} and ${own}`,
      orderBy: fragment`order by message.id ${direction(range)}`,
    }),
  where: rest,
  old: null,
})

function byFlag(which: Parameters<typeof flaggedMessages>[1], { user_id, own, rest }: Criteria): Branch {
  const { from, flags, where } = flaggedMessages(user_id, which)
  return {
    from: (range) =>
      messagesOf(user_id, {
        from: fragment`${from} cross join message on message.id = flagged.message_id`,
        flags,
        where: fragment`${where} and ${isInRange(fragment`flagged.message_id`, range)} and ${own}`,
        orderBy: fragment`order by flagged.message_id ${direction(range)}`,
      }),
    where: rest,
    old: null,
  }
}

const fromMentions = ({ user_id, own, rest }: Criteria): Branch => ({
  from: (range) => messagesOf(user_id, { ...mentions(user_id, range), where: own }),
  where: rest,
  old: null,
})

const fromRanges = (ranges: Ranges, criteria: Criteria, { isHistory = false } = {}): Branch => ({
  from: (range) => messagesInOrder(criteria.user_id, ranges, range, { messageIndex: indexFor(criteria), isHistory }),
  where: fragment`${criteria.own} and ${criteria.rest}`,
  old: null,
})
