import { bit } from '../flags/bits'
import { inRealm } from '../core/ids'
import { foldCase } from '../core/unicode'
import { allOf, fragment, type Fragment } from '../core/sql'
import { flagged, frontiers, hasBit, hasRow, isReceived, isRead } from './rows'
import { badNarrow, type Term } from './terms'

/** What the names in a narrow stand for; each refuses names that stand for nothing. */
export interface Names {
  /** A stream, and whether the viewer may read all of it, received or not. */
  stream(operand: Term['operand']): { id: number; readable: boolean }
  user(operand: Term['operand']): number
  /** The viewer's conversation with exactly these people; null while they never talked. */
  conversation(operand: Term['operand']): number | null
}

export interface Viewer {
  id: number
  realm_id: number
}

/** One way to find messages. What drives the search comes first, so that as few rows as possible are read. */
export interface Branch {
  /** Yields `message`, and `flag` where `hasFlag` says so. */
  from: Fragment
  hasFlag: boolean
  where: Fragment
}

/** How to find the messages that match a narrow: the union of disjoint branches. */
export interface Plan {
  branches: Branch[]
  /** The stream or conversation that every match belongs to, if the narrow fixes one. */
  recipient_id: number | null
  /** The narrow names a stream, muted or not: its unread messages count. */
  namesStream: boolean
  /** All terms, and what the viewer may see. */
  where: Fragment
}

/** Turns a narrow into SQL (narrow, Operators and Visibility). */
export function planNarrow(terms: readonly Term[], names: Names, viewer: Viewer): Plan {
  const streams = positive(terms, 'stream').map(({ operand }) => names.stream(operand))
  const conversations = positive(terms, 'pm-with').map(({ operand }) => names.conversation(operand))
  const readsHistory = streams.at(-1)?.readable === true && !terms.some(({ operator }) => operator === 'is')
  const where = allOf([
    inRealm(fragment`message.id`, viewer.realm_id),
    ...terms.map((term) => conditionOf(term, names, viewer)),
    ...(readsHistory ? [] : [hasRow]),
  ])
  const recipient_id = streams[0]?.id ?? conversations[0] ?? null
  return {
    branches: branchesOf(terms, where, recipient_id, viewer),
    recipient_id,
    namesStream: terms.some(({ operator }) => operator === 'stream'),
    where,
  }
}

const positive = (terms: readonly Term[], operator: string): Term[] =>
  terms.filter((term) => term.operator === operator && !term.negated)

function branchesOf(terms: readonly Term[], where: Fragment, recipient_id: number | null, { id }: Viewer): Branch[] {
  const is = new Set(positive(terms, 'is').map(({ operand }) => operand))
  const all: Branch = { from: fragment`message`, hasFlag: false, where }
  if (positive(terms, 'id').length > 0) return [all]
  if (is.has('starred')) return [{ from: flagged(id, 'starred'), hasFlag: true, where }]
  if (is.has('unread')) return unreadBranches(where, recipient_id, id)
  if (is.has('mentioned'))
    return [
      { from: flagged(id, 'mentioned'), hasFlag: true, where },
      { ...all, where: fragment`message.wildcard_mentioned and not ${hasBit(bit.mentioned)} and ${where}` },
    ]
  if (is.has('private') && recipient_id === null)
    return [
      {
        from: fragment`
          (select conversation_id from conversation_member where user_id = ${id}) as mine
          cross join message on message.recipient_id = mine.conversation_id`,
        hasFlag: false,
        where,
      },
    ]
  return [all]
}

/** Unread messages: above the line of their recipient, or marked unread again. */
function unreadBranches(where: Fragment, recipient_id: number | null, user_id: number): Branch[] {
  return [
    {
      from: fragment`
        ${frontiers(user_id, { recipient_id, muted: true })} as frontier
        cross join message on message.recipient_id = frontier.recipient_id and message.id >= frontier.unread_from`,
      hasFlag: false,
      where: fragment`not ${hasBit(bit.markedUnread)} and ${where}`,
    },
    { from: flagged(user_id, 'markedUnread'), hasFlag: true, where },
  ]
}

function conditionOf(term: Term, names: Names, viewer: Viewer): Fragment {
  const condition = positiveCondition(term, names, viewer)
  return term.negated ? fragment`not (${condition})` : fragment`(${condition})`
}

function positiveCondition({ operator, operand }: Term, names: Names, viewer: Viewer): Fragment {
  switch (operator) {
    case 'stream':
      return fragment`message.recipient_id = ${names.stream(operand).id}`
    case 'topic':
      return fragment`not message.is_private and message.topic_key = ${foldCase(String(operand).trim())}`
    case 'sender':
      return fragment`message.sender_id = ${names.user(operand)}`
    case 'pm-with': {
      const conversation = names.conversation(operand)
      return conversation === null ? fragment`false` : fragment`message.recipient_id = ${conversation}`
    }
    case 'id':
      return fragment`message.id = ${idOf(operand)}`
    case 'is':
      return isCondition(operand, viewer)
    default:
      throw badNarrow(`unknown operator ${operator}`)
  }
}

function isCondition(operand: Term['operand'], { id }: Viewer): Fragment {
  switch (operand) {
    case 'private':
      return fragment`message.is_private`
    case 'starred':
      return hasBit(bit.starred)
    case 'unread':
      return fragment`not ${isRead(id)}`
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
