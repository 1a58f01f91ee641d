import { bit } from '../flags/bits'
import { foldCase } from '../core/unicode'
import { allOf, fragment, type Fragment } from '../core/sql'
import {
  byTopic,
  direction,
  firstReceived,
  flagged,
  hasBit,
  hasRow,
  isMuted,
  isOfMutedTopic,
  isOfTopic,
  isRead,
  isReceived,
  mentions,
  merged,
  messagesOf,
  received,
  unread,
  within,
  type Sources,
  type Stretch,
} from './rows'
import { badNarrow, type Term } from './terms'

/** What the names in a narrow stand for; each refuses names that stand for nothing. */
export interface Names {
  /** A stream, and whether the viewer may read all of it, received or not. */
  stream(operand: Term['operand']): { id: number; readable: boolean }
  user(operand: Term['operand']): number
  /** The viewer's conversation with exactly these people; null while they never talked. */
  conversation(operand: Term['operand']): number | null
}

/** One way to find messages: `message`, from one end of a stretch to the other, and the conditions that are left. */
export interface Branch {
  from: (stretch: Stretch) => Fragment
  where: Fragment
}

/** How to find the messages that match a narrow: the union of disjoint branches. */
export interface Plan {
  branches: Branch[]
  /** Of these, the unread ones: for the anchor `first_unread`. */
  unread: Branch[]
  /** The stream or conversation that every match belongs to, if the narrow fixes one. */
  recipient_id: number | null
}

/** Turns a narrow into SQL (narrow, Operators and Visibility). */
export function planNarrow(terms: readonly Term[], names: Names, { id: user_id }: { id: number }): Plan {
  const streams = positive(terms, 'stream').map(({ operand }) => names.stream(operand))
  const conversations = positive(terms, 'pm-with').map(({ operand }) => names.conversation(operand))
  const topics = positive(terms, 'topic').map(({ operand }) => foldCase(String(operand)))
  const readsHistory = streams.at(-1)?.readable === true && !terms.some(({ operator }) => operator === 'is')
  const condition = (term: Term) => conditionOf(term, names, user_id)
  const search: Wanted = {
    user_id,
    is: new Set(positive(terms, 'is').map(({ operand }) => operand)),
    hasId: positive(terms, 'id').length > 0,
    hasSender: positive(terms, 'sender').length > 0,
    recipient_id: streams[0]?.id ?? conversations[0] ?? null,
    isWhole: readsHistory || conversations.length > 0,
    topic_key: topics[0] ?? null,
    own: allOf(terms.filter(isOfMessage).map(condition)),
    rest: allOf([...terms.filter((term) => !isOfMessage(term)).map(condition), ...(readsHistory ? [] : [hasRow])]),
  }
  const namesStream = terms.some(({ operator }) => operator === 'stream')
  const { recipient_id } = search
  // With people one never talked to, there is nothing to find.
  if (conversations.includes(null)) return { branches: [], unread: [], recipient_id }
  // A muted topic is passed over even where the narrow names its stream.
  const audible = { ...search, rest: fragment`${search.rest} and not ${isOfMutedTopic(user_id)}` }
  return { branches: branchesOf(search), unread: unreadOf(audible, { onlyAudible: !namesStream }), recipient_id }
}

/** Whether the term speaks of the message alone, whoever looks. */
const isOfMessage = ({ operator }: Term): boolean => operator !== 'is'

const positive = (terms: readonly Term[], operator: string): Term[] =>
  terms.filter((term) => term.operator === operator && !term.negated)

/** What is known of the messages sought, for choosing what drives the search. */
interface Wanted {
  user_id: number
  /** Operands of `is` that must hold. */
  is: ReadonlySet<Term['operand']>
  hasId: boolean
  hasSender: boolean
  recipient_id: number | null
  /** The viewer may see everything of that recipient. */
  isWhole: boolean
  topic_key: string | null
  /** The terms that speak of the message alone. */
  own: Fragment
  /** The other terms, and what the viewer may see. */
  rest: Fragment
}

function branchesOf(wanted: Wanted): Branch[] {
  const { user_id, is, hasId, hasSender, recipient_id, isWhole, topic_key } = wanted
  if (is.has('starred')) return [byFlag('starred', wanted)]
  if (is.has('mentioned')) return [fromMentions(wanted)]
  if (hasId) return [inIndex(fragment``, wanted)]
  if (is.has('unread')) return unreadOf(wanted, { onlyAudible: false })
  if (isWhole) return [inIndex(topic_key === null ? fragment`` : byTopic, wanted)]
  const sources = received(user_id, { recipient_id, onlyPrivate: is.has('private') })
  return [
    hasSender
      ? inIndex(fragment``, { ...wanted, rest: fragment`${isReceived} and ${wanted.rest}` }, firstReceived(user_id))
      : fromSources(sources, wanted),
    byFlag('historical', { ...wanted, rest: fragment`not (${isReceived}) and ${wanted.rest}` }),
  ]
}

/** Unread messages: above the line of their recipient, or marked unread again. */
function unreadOf(wanted: Wanted, { onlyAudible }: { onlyAudible: boolean }): Branch[] {
  const { user_id, is, hasId, recipient_id } = wanted
  const isAudible = fragment`not (${onlyAudible} and ${isMuted(user_id, fragment`message.recipient_id`)})`
  const rest = fragment`not ${isRead(user_id)} and ${wanted.rest}`
  if (hasId || is.has('starred') || is.has('mentioned'))
    return branchesOf({ ...wanted, rest: fragment`${rest} and ${isAudible}` })
  const sources = unread(user_id, { recipient_id, onlyPrivate: is.has('private'), onlyAudible })
  return [
    fromSources(sources, { ...wanted, rest: fragment`not ${hasBit(bit.markedUnread)} and ${rest}` }),
    byFlag('markedUnread', { ...wanted, rest: fragment`${rest} and ${isAudible}` }),
  ]
}

const inIndex = (index: Fragment, { user_id, own, rest }: Wanted, floor = fragment`0`): Branch => ({
  from: (stretch) =>
    messagesOf(user_id, {
      from: fragment`message ${index}`,
      where: fragment`${within(fragment`message.id`, stretch, floor)} and ${own}`,
      orderBy: fragment`order by message.id ${direction(stretch)}`,
    }),
  where: rest,
})

function byFlag(which: Parameters<typeof flagged>[1], { user_id, own, rest }: Wanted): Branch {
  const { from, flags, where } = flagged(user_id, which)
  return {
    from: (stretch) =>
      messagesOf(user_id, {
        from: fragment`${from} cross join message on message.id = flagged.message_id`,
        flags,
        where: fragment`${where} and ${within(fragment`flagged.message_id`, stretch)} and ${own}`,
        orderBy: fragment`order by flagged.message_id ${direction(stretch)}`,
      }),
    where: rest,
  }
}

const fromMentions = ({ user_id, own, rest }: Wanted): Branch => ({
  from: (stretch) => messagesOf(user_id, { ...mentions(user_id, stretch), where: own }),
  where: rest,
})

const fromSources = (sources: Sources, { user_id, topic_key, own, rest }: Wanted): Branch => ({
  from: (stretch) => merged(user_id, sources, stretch, topic_key),
  where: fragment`${own} and ${rest}`,
})

function conditionOf(term: Term, names: Names, user_id: number): Fragment {
  const condition = positiveCondition(term, names, user_id)
  return term.negated ? fragment`not (${condition})` : fragment`(${condition})`
}

function positiveCondition({ operator, operand }: Term, names: Names, user_id: number): Fragment {
  switch (operator) {
    case 'stream':
      return fragment`message.recipient_id = ${names.stream(operand).id}`
    case 'topic':
      return isOfTopic(foldCase(String(operand)))
    case 'sender':
      return fragment`message.sender_id = ${names.user(operand)}`
    case 'pm-with': {
      const conversation = names.conversation(operand)
      return conversation === null ? fragment`false` : fragment`message.recipient_id = ${conversation}`
    }
    case 'id':
      return fragment`message.id = ${idOf(operand)}`
    case 'is':
      return isCondition(operand, user_id)
    default:
      throw badNarrow(`unknown operator ${operator}`)
  }
}

function isCondition(operand: Term['operand'], user_id: number): Fragment {
  switch (operand) {
    case 'private':
      return fragment`message.is_private`
    case 'starred':
      return hasBit(bit.starred)
    case 'unread':
      return fragment`not ${isRead(user_id)}`
    case 'mentioned':
      return fragment`${hasBit(bit.mentioned)} or (message.wildcard_mentioned and ${isReceived})`
    default:
      throw badNarrow(`unknown 'is' operand ${String(operand)}`)
  }
}

/** Digits only; a number too large to be exact names no message. */
function idOf(operand: Term['operand']): number {
  if (!/^\d+$/.test(String(operand))) throw badNarrow('invalid message id')
  return Math.min(Number(operand), Number.MAX_SAFE_INTEGER)
}
