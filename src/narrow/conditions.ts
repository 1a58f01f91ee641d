import { bit } from '../user-messages/bits'
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
import { isAsItWas, isChangedSince, topicThen, wasThere, type Reader } from '../user-messages/lost-access'
import { foldPhraseCase } from './phrases'
import { isFound } from './search'
import { isOfResolvedTopic } from '../user-messages/resolved-topics'
import type { ResolvedTerm } from './terms'

export type SearchTerm = Extract<ResolvedTerm, { operator: 'search' }>

export const isSearch = (term: ResolvedTerm): term is SearchTerm => term.operator === 'search'

type Operand<Operator> = Extract<ResolvedTerm, { operator: Operator; operand: unknown }>['operand']

/**
 * Whether a message matches all terms, each by itself, and the viewer has a row of it (narrow, matches_narrow). What changed
 * since the viewer lost access to it is passed over.
 */
export const matchesNarrow = (terms: readonly ResolvedTerm[], viewer: Reader): Fragment =>
  allOf([hasRow, isAsItWas(viewer), ...terms.map((term) => conditionOf(term, viewer.id))])

/**
 * Conditions on messages whose place the viewer may have lost access to, in addition to those of the terms: the messages count as
 * they were at that time. Conditions on the text, of which the indexes only have the current one, do not match messages that have
 * changed since. So nobody learns about a later text by searching for it.
 */
export const matchesThen = (terms: readonly ResolvedTerm[], viewer: Reader): Fragment[] => [
  hasRow,
  wasThere(viewer),
  ...(terms.some(isAboutText) ? [isAsItWas(viewer)] : []),
  ...(terms.some(({ operator }) => operator === 'topic') ? [matchedTopicsThen(terms, viewer)] : []),
  ...(terms.some(isAboutMutes) ? [wasAudible(viewer)] : []),
]

const isAboutMutes = (term: ResolvedTerm): boolean => term.operator === 'in' && term.operand === 'home'

/** Terms that `matchesThen` judges by the topic of then. */
export const isAboutTopic = (term: ResolvedTerm): boolean => term.operator === 'topic' || isAboutMutes(term)

const isAboutText = (term: ResolvedTerm): boolean =>
  term.operator === 'has' || term.operator === 'search' || (term.operator === 'is' && textual.has(term.operand))

const textual: ReadonlySet<string> = new Set<Operand<'is'>>(['mentioned', 'resolved'])

/** Whether a message matches the terms about topics, by the topic that the viewer may know. */
function matchedTopicsThen(all: readonly ResolvedTerm[], viewer: Reader): Fragment {
  const terms = all.filter((term) => term.operator === 'topic')
  const keys = terms.map(({ topic_key }) => topic_key)
  const then = terms.map(({ topic_key, negated }) =>
    negated ? fragment`topic.key <> ${topic_key}` : fragment`topic.key = ${topic_key}`,
  )
  return fragment`
    case when ${isChangedSince(viewer)}
      then (select ${allOf(then)} from (select ${foldPhraseCase(topicThen(viewer), keys)} as key) as topic)
      else ${allOf(terms.map((term) => conditionOf(term, viewer.id)))}
    end`
}

/** The words that each message found by the terms has. */
export const wordsSearched = (terms: readonly ResolvedTerm[]): string[] =>
  terms.flatMap((term) => (term.operator === 'search' && !term.negated ? term.search.words : []))

/** Whether a message matches a term. */
export function conditionOf(term: ResolvedTerm, user_id: number): Fragment {
  const condition = positiveCondition(term, user_id)
  return term.negated ? fragment`not (${condition})` : fragment`(${condition})`
}

function positiveCondition(term: ResolvedTerm, user_id: number): Fragment {
  switch (term.operator) {
    case 'stream':
      return fragment`message.recipient_id = ${term.stream_id}`
    case 'streams':
      return isOfStreams(term.operand)
    case 'topic':
      return isOfTopic(term.topic_key)
    case 'sender':
      return fragment`message.sender_id = ${term.user_id}`
    case 'pm-with':
      return term.conversation_id === null ? fragment`false` : fragment`message.recipient_id = ${term.conversation_id}`
    case 'group-pm-with':
      return fragment`message.recipient_id in ${groupsWith(user_id, term.user_id)}`
    case 'id':
      return fragment`message.id = ${term.message_id}`
    case 'is':
      return isConditions(user_id)[term.operand]
    case 'in':
      return term.operand === 'all' ? fragment`true` : isAudible(user_id)
    case 'has':
      return hasConditions[term.operand]
    case 'near':
      return fragment`true`
    // A further operator does not pass the type check here.
    case 'search':
    default:
      return isFound(term.search)
  }
}

/** Whether neither the stream nor, as far as the viewer may know, the topic is muted. */
const wasAudible = (viewer: Reader): Fragment => fragment`
  not ${isMuted(viewer.id, fragment`message.recipient_id`)}
  and case when ${isChangedSince(viewer)} then 1 else not ${isOfMutedTopic(viewer.id)} end`

const isConditions = (user_id: number): Record<Operand<'is'>, Fragment> => ({
  private: fragment`message.is_private`,
  starred: hasBit(bit.starred),
  unread: fragment`not ${isRead(user_id)}`,
  mentioned: fragment`${hasBit(bit.mentioned)} or (message.wildcard_mentioned and ${isReceived})`,
  alerted: hasBit(bit.has_alert_word),
  resolved: fragment`not message.is_private and ${isOfResolvedTopic}`,
})

function isOfStreams(operand: Operand<'streams'>): Fragment {
  const kind = operand === 'public' ? fragment`not place.invite_only` : fragment`place.is_web_public`
  return fragment`exists (
    select 1 from stream as place where place.id = message.recipient_id and not place.deactivated and ${kind}
  )`
}

const isAudible = (user_id: number): Fragment =>
  fragment`not ${isMuted(user_id, fragment`message.recipient_id`)} and not ${isOfMutedTopic(user_id)}`

const hasConditions: Record<Operand<'has'>, Fragment> = {
  link: fragment`message.has_link`,
  image: fragment`message.has_image`,
  attachment: fragment`message.has_attachment`,
}
