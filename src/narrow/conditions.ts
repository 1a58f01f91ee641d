import { bit } from '../user-messages/bits'
import { foldCase } from '../core/base/unicode'
import { allOf, fragment, type Fragment } from '../core/sql/sql'
import {
  groupsWith,
  hasBit,
  hasRow,
  isMuted,
  isOfMutedTopic,
  isOfTopic,
  isRead,
  isReceived,
} from '../user-messages/rows'
import { isFound, parseSearch } from './search'
import { isOfResolvedTopic } from '../user-messages/ranges'
import { badNarrow, type Term } from './terms'

/** What the names in a narrow stand for; each refuses names that stand for nothing. */
export interface Names {
  /** A stream, and whether the viewer may read all of it, received or not. */
  stream(operand: Term['operand']): { id: number; readable: boolean }
  sender(operand: Term['operand']): number
  /** Somebody with whom the viewer may share groups. */
  companion(operand: Term['operand']): number
  /** The viewer's conversation with exactly these people; null while they never talked. */
  conversation(operand: Term['operand']): number | null
}

/** Terms that only say something when they are not negated (narrow, Operators). */
const unnegatable = new Set(['in', 'near'])

/** Whether a message matches a term. */
export function conditionOf(term: Term, names: Names, user_id: number): Fragment {
  const condition = positiveCondition(term, names, user_id)
  return term.negated && !unnegatable.has(term.operator) ? fragment`not (${condition})` : fragment`(${condition})`
}

/** Whether a message matches all terms, each by itself, and the viewer has a row of it (narrow, matches_narrow). */
export const matchesNarrow = (terms: readonly Term[], names: Names, { id: user_id }: { id: number }): Fragment =>
  allOf([hasRow, ...terms.map((term) => conditionOf(term, names, user_id))])

function positiveCondition({ operator, operand }: Term, names: Names, user_id: number): Fragment {
  switch (operator) {
    case 'stream':
      return fragment`message.recipient_id = ${names.stream(operand).id}`
    case 'streams':
      return isOfStreams(operand)
    case 'topic':
      return isOfTopic(foldCase(String(operand)))
    case 'sender':
      return fragment`message.sender_id = ${names.sender(operand)}`
    case 'pm-with': {
      const conversation = names.conversation(operand)
      return conversation === null ? fragment`false` : fragment`message.recipient_id = ${conversation}`
    }
    case 'group-pm-with':
      return fragment`message.recipient_id in ${groupsWith(user_id, names.companion(operand))}`
    case 'id':
      return fragment`message.id = ${idOf(operand)}`
    case 'is':
      return isCondition(operand, user_id)
    case 'in':
      return isHeard(operand, user_id)
    case 'has':
      return hasCondition(operand)
    case 'near':
      return fragment`true`
    case 'search':
      return isFound(parseSearch(String(operand)))
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
    case 'alerted':
      return hasBit(bit.has_alert_word)
    case 'resolved':
      return fragment`not message.is_private and ${isOfResolvedTopic}`
    default:
      throw badNarrow(`unknown 'is' operand ${String(operand)}`)
  }
}

function isOfStreams(operand: Term['operand']): Fragment {
  if (operand !== 'public' && operand !== 'web-public') throw badNarrow(`unknown 'streams' operand ${String(operand)}`)
  const kind = operand === 'public' ? fragment`not place.invite_only` : fragment`place.is_web_public`
  return fragment`exists (
    select 1 from stream as place where place.id = message.recipient_id and not place.deactivated and ${kind}
  )`
}

function isHeard(operand: Term['operand'], user_id: number): Fragment {
  if (operand === 'all') return fragment`true`
  if (operand !== 'home') throw badNarrow(`unknown 'in' operand ${String(operand)}`)
  return fragment`not ${isMuted(user_id, fragment`message.recipient_id`)} and not ${isOfMutedTopic(user_id)}`
}

function hasCondition(operand: Term['operand']): Fragment {
  switch (operand) {
    case 'link':
      return fragment`message.has_link`
    case 'image':
      return fragment`message.has_image`
    case 'attachment':
      return fragment`message.has_attachment`
    default:
      throw badNarrow(`unknown 'has' operand ${String(operand)}`)
  }
}

/** Digits only; a number too large to be exact names no message. */
function idOf(operand: Term['operand']): number {
  if (!/^\d+$/.test(String(operand))) throw badNarrow('invalid message id')
  return Math.min(Number(operand), Number.MAX_SAFE_INTEGER)
}
