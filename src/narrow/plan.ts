import { bit } from '../user-messages/bits'
import { foldCase } from '../core/base/unicode'
import { allOf, fragment, type Fragment } from '../core/sql/sql'
import { isGuest, type Role } from '../accounts/roles'
import { conditionOf, type Names } from './conditions'
import {
  direction,
  flagged,
  groupsWith,
  hasBit,
  hasRow,
  isMuted,
  isOfMutedTopic,
  isRead,
  isReceived,
  mentions,
  messagesOf,
  within,
  type IdRange,
} from '../user-messages/rows'
import { hasPhrases, hits, isFound, parseSearch, type Search } from './search'
import {
  lowest,
  messagesInOrder,
  publicHistory,
  received,
  messageIndexes,
  unread,
  type MessageIndex,
  type Ranges,
} from '../user-messages/ranges'
import type { Term } from './terms'

/** One way to find messages: `message`, from one end of a range to the other, and the conditions that are left. */
export interface Branch {
  from: (range: IdRange) => Fragment
  where: Fragment
}

/** How to find the messages that match a narrow: the union of disjoint branches. */
export interface Plan {
  branches: Branch[]
  /** Of these, the unread ones: for the anchor `first_unread`. */
  unread: Branch[]
  /** The stream or conversation that every match belongs to, if the narrow fixes one. */
  recipient_id: number | null
  /** What is searched for; null when nothing is. */
  search: Search | null
}

/** Turns a narrow into SQL (narrow, Operators, Visibility). */
export function planNarrow(
  terms: readonly Term[],
  names: Names,
  viewer: { id: number; realm_id: number; role: Role },
): Plan {
  const { id: user_id, realm_id } = viewer
  const operands = (operator: string) =>
    terms.filter((term) => term.operator === operator && !term.negated).map(({ operand }) => operand)
  const streams = operands('stream').map((operand) => names.stream(operand))
  const conversations = operands('pm-with').map((operand) => names.conversation(operand))
  const companions = operands('group-pm-with').map((operand) => names.companion(operand))
  const topics = operands('topic').map((operand) => foldCase(String(operand)))
  const ofPublic = operands('streams').includes('public') && !isGuest(viewer)
  const readsHistory =
    (streams.at(-1)?.readable === true || ofPublic) && !terms.some(({ operator }) => operator === 'is')
  const search = searchOf(terms)
  const condition = (term: Term) => conditionOf(term, names, user_id)
  const ofMessage = terms.filter(({ operator }) => operator !== 'is' && operator !== 'search')
  const wanted: NarrowPlan = {
    user_id,
    realm_id,
    is: new Set(operands('is')),
    hasId: operands('id').length > 0,
    hasSender: operands('sender').length > 0,
    hasLink: operands('has').length > 0,
    isAudible: terms.some(({ operator, operand }) => operator === 'in' && operand === 'home'),
    recipient_id: streams[0]?.id ?? conversations[0] ?? null,
    groups: companions.length > 0 ? groupsWith(user_id, companions[0]!) : null,
    readsHistory,
    isConversation: conversations.length > 0,
    topic_key: topics[0] ?? null,
    search,
    own: allOf([...ofMessage.map(condition), ...(search === null ? [] : [hasPhrases(search)])]),
    rest: allOf([
      ...terms.filter(({ operator }) => operator === 'is').map(condition),
      ...(readsHistory ? [] : [hasRow]),
    ]),
  }
  const namesStream = terms.some(({ operator }) => operator === 'stream')
  const { recipient_id } = wanted
  // With people one never talked to, there is nothing to find, and frequent words say nothing.
  if (conversations.includes(null) || search?.words.length === 0)
    return { branches: [], unread: [], recipient_id, search }
  // A muted topic is passed over even where the narrow names its stream.
  const audible = { ...wanted, rest: fragment`${wanted.rest} and not ${isOfMutedTopic(user_id)}` }
  return {
    branches: branchesOf(wanted),
    unread: unreadOf(audible, { onlyAudible: !namesStream }),
    recipient_id,
    search,
  }
}

/** All search terms are one query, and none can be negated (narrow, Full-text search). */
function searchOf(terms: readonly Term[]): Search | null {
  const queries = terms.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand))
  return queries.length === 0 ? null : parseSearch(queries.join(' '))
}

/** What is known of the messages sought, for choosing what drives the search. */
interface NarrowPlan {
  user_id: number
  realm_id: number
  /** Operands of `is` that must hold. */
  is: ReadonlySet<Term['operand']>
  hasId: boolean
  hasSender: boolean
  hasLink: boolean
  /** Nothing muted is wanted. */
  isAudible: boolean
  recipient_id: number | null
  /** The viewer's conversations to which all belong; null: any. */
  groups: Fragment | null
  /** The viewer may see everything that the terms allow. */
  readsHistory: boolean
  /** All belong to one conversation, of which a member has everything. */
  isConversation: boolean
  topic_key: string | null
  /** Words that are not among the conditions yet. */
  search: Search | null
  /** The terms that speak of the message alone. */
  own: Fragment
  /** The other terms, and what the viewer may see. */
  rest: Fragment
}

/** What drives: the fewest rows that surely hold every match. */
function branchesOf(wanted: NarrowPlan): Branch[] {
  const { user_id, is, recipient_id, readsHistory } = wanted
  const few = fewRows(wanted)
  if (few !== null) return [few]
  if (is.has('unread')) return unreadOf(wanted, { onlyAudible: wanted.isAudible })
  const ranges = received(user_id, restriction(wanted))
  if (wanted.search !== null)
    return [byWords(wanted.search, wanted, readsHistory ? fragment`0` : lowest(user_id, ranges, 'historical'))]
  if (recipient_id !== null && (readsHistory || wanted.isConversation)) return [inIndex(indexFor(wanted), wanted)]
  if (readsHistory) return [fromSources(publicHistory(wanted.realm_id), wanted, { isHistory: true })]
  const mine = { ...wanted, rest: fragment`${isReceived} and ${wanted.rest}` }
  return [
    wanted.hasSender && wanted.groups === null
      ? inIndex(messageIndexes.any, mine, lowest(user_id, ranges, null))
      : fromSources(ranges, wanted),
    byFlag('historical', { ...wanted, rest: fragment`not (${isReceived}) and ${wanted.rest}` }),
  ]
}

/** One message, or those with a rare flag: also for a search, which then only checks them. */
function fewRows(wanted: NarrowPlan): Branch | null {
  const { is, search, own } = wanted
  const checked = search === null ? wanted : { ...wanted, own: fragment`${own} and ${isFound(search)}` }
  if (wanted.hasId) return inIndex(messageIndexes.any, checked)
  if (is.has('starred')) return byFlag('starred', checked)
  if (is.has('alerted')) return byFlag('alerted', checked)
  return is.has('mentioned') ? fromMentions(checked) : null
}

/** Unread messages: above the read watermark of their recipient, or marked unread again. */
function unreadOf(wanted: NarrowPlan, { onlyAudible }: { onlyAudible: boolean }): Branch[] {
  const { user_id, search } = wanted
  const isAudible = fragment`not (${onlyAudible} and ${isMuted(user_id, fragment`message.recipient_id`)})`
  const rest = fragment`not ${isRead(user_id)} and ${wanted.rest}`
  const audible = { ...wanted, rest: fragment`${rest} and ${isAudible}` }
  const few = fewRows(audible)
  if (few !== null) return [few]
  const ranges = unread(user_id, { ...restriction(wanted), onlyAudible })
  if (search !== null) return [byWords(search, audible, lowest(user_id, ranges, 'markedUnread'))]
  return [
    fromSources(ranges, { ...wanted, rest: fragment`not ${hasBit(bit.markedUnread)} and ${rest}` }),
    byFlag('markedUnread', audible),
  ]
}

const restriction = ({ recipient_id, is, groups, isAudible }: NarrowPlan) => ({
  recipient_id,
  onlyPrivate: is.has('private'),
  onlyAmong: groups,
  onlyAudible: isAudible,
})

function indexFor({ topic_key, hasLink, is }: NarrowPlan): MessageIndex {
  if (topic_key !== null) return messageIndexes.topic(topic_key)
  if (hasLink) return messageIndexes.link
  return is.has('resolved') ? messageIndexes.resolved : messageIndexes.any
}

/**
 * The rows of the search index, which are in order of id and read no further than asked. It takes only integers as
 * bounds, and D1 binds every number as a float.
 */
const byWords = (search: Search, { user_id, own, rest }: NarrowPlan, floor: Fragment): Branch => {
  const { from, where } = hits(search)
  return {
    from: (range) =>
      messagesOf(user_id, {
        from: fragment`${from} cross join message on message.id = hit.rowid`,
        where: fragment`
          ${where} and hit.rowid >= cast(max(${range.low}, ${floor}) as integer)
          and hit.rowid < cast(${range.high} as integer) and ${own}`,
        orderBy: fragment`order by hit.rowid ${direction(range)}`,
      }),
    where: rest,
  }
}

const inIndex = (
  { index, condition }: MessageIndex,
  { user_id, own, rest }: NarrowPlan,
  floor = fragment`0`,
): Branch => ({
  from: (range) =>
    messagesOf(user_id, {
      from: fragment`message ${index}`,
      where: fragment`${within(fragment`message.id`, range, floor)} and ${condition} and ${own}`,
      orderBy: fragment`order by message.id ${direction(range)}`,
    }),
  where: rest,
})

function byFlag(which: Parameters<typeof flagged>[1], { user_id, own, rest }: NarrowPlan): Branch {
  const { from, flags, where } = flagged(user_id, which)
  return {
    from: (range) =>
      messagesOf(user_id, {
        from: fragment`${from} cross join message on message.id = flagged.message_id`,
        flags,
        where: fragment`${where} and ${within(fragment`flagged.message_id`, range)} and ${own}`,
        orderBy: fragment`order by flagged.message_id ${direction(range)}`,
      }),
    where: rest,
  }
}

const fromMentions = ({ user_id, own, rest }: NarrowPlan): Branch => ({
  from: (range) => messagesOf(user_id, { ...mentions(user_id, range), where: own }),
  where: rest,
})

const fromSources = (ranges: Ranges, wanted: NarrowPlan, { isHistory = false } = {}): Branch => ({
  from: (range) => messagesInOrder(wanted.user_id, ranges, range, { messageIndex: indexFor(wanted), isHistory }),
  where: fragment`${wanted.own} and ${wanted.rest}`,
})
