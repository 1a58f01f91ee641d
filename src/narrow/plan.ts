import { LruCache } from '../core/base/lru-cache'
import { allOf, fragment } from '../core/sql/sql'
import { isGuest, type Role } from '../accounts/roles'
import { groupsWith, hasRow, isOfMutedTopic } from '../user-messages/rows'
import { branchesOf, unreadBranches, type Branch, type Criteria } from './branches'
import { conditionOf, isAboutTopic, matchesThen } from './conditions'
import type { ResolvedTerm, Search } from './terms'

/** How to find the messages that match a narrow: the union of disjoint branches. */
export interface Plan {
  branches: Branch[]
  /** Branches that only find unread matches, for the anchor `first_unread`. */
  unread: Branch[]
  /** The stream or conversation that every match belongs to, if the narrow fixes one. */
  recipient_id: number | null
  /** The sender of all matches, if the narrow has only one. */
  sender_id: number | null
  /** Whether it is already known that the viewer has access to the places of all matches. */
  hasAccess: boolean
  /** The search; null if there is none. */
  search: Search | null
}

type Viewer = Readonly<{ id: number; realm_id: number; role: Role }>

/** Plans of everything that a viewer received, for those who read it lately: the most frequent plan follows from the viewer alone. */
const plansOfEverything = new LruCache<Plan>(512 * 1024)

/** About this many bytes a plan takes. */
const planBytes = 8000

/** Turns a narrow, whose searches are joined, into SQL (narrow, Operators, Visibility). */
export function planNarrow(terms: readonly ResolvedTerm[], viewer: Viewer): Plan {
  if (terms.length > 0) return newPlan(terms, viewer)
  const key = `${viewer.id} ${viewer.realm_id} ${viewer.role}`
  let plan = plansOfEverything.get(key)
  if (plan === undefined) plansOfEverything.set(key, (plan = newPlan(terms, viewer)), planBytes)
  return plan
}

function newPlan(terms: readonly ResolvedTerm[], viewer: Viewer): Plan {
  const { id: user_id, realm_id } = viewer
  const positive = <Operator extends ResolvedTerm['operator']>(operator: Operator) =>
    terms.filter(
      (term): term is Extract<ResolvedTerm, { operator: Operator }> => term.operator === operator && !term.negated,
    )
  const streams = positive('stream')
  const conversations = positive('pm-with')
  const [companion] = positive('group-pm-with')
  const readsPublic = positive('streams').some(({ operand }) => operand === 'public') && !isGuest(viewer)
  const readsHistory =
    (streams.at(-1)?.readable === true || readsPublic) && !terms.some(({ operator }) => operator === 'is')
  const search = positive('search')[0]?.search ?? null
  const hasAccess = readsHistory || conversations.length > 0 || streams[0]?.hasAccess === true
  // The index has messages by their current topics. It cannot be used for streams to which the viewer lost access, because the
  // messages may have had other topics at that time. In a narrow of a topic in all streams, it only misses such messages.
  const isLost = streams.length > 0 && !hasAccess
  const isJudgedAtLoss = (term: ResolvedTerm) =>
    !hasAccess && isAboutTopic(term) && (isLost || term.operator === 'in' || term.negated)
  const ofMessage = terms.filter(
    (term) => term.operator !== 'is' && term.operator !== 'search' && !isJudgedAtLoss(term),
  )
  const ofViewer = terms.filter(({ operator }) => operator === 'is')
  const sender_id = positive('sender')[0]?.user_id ?? null
  const recipient_id = streams[0]?.stream_id ?? conversations[0]?.conversation_id ?? null
  const criteria: Criteria = {
    user_id,
    realm_id,
    is: new Set(positive('is').map(({ operand }) => operand)),
    hasId: positive('id').length > 0,
    sender_id,
    hasLink: positive('has').length > 0,
    onlyAudible: positive('in').some(({ operand }) => operand === 'home'),
    recipient_id,
    groups: companion === undefined ? null : groupsWith(user_id, companion.user_id),
    readsHistory,
    isConversation: conversations.length > 0,
    topic_key: isLost ? null : (positive('topic')[0]?.topic_key ?? null),
    search,
    own: allOf(ofMessage.map((term) => conditionOf(term, user_id))),
    rest: allOf([
      ...ofViewer.map((term) => conditionOf(term, user_id)),
      ...(readsHistory ? [] : hasAccess ? [hasRow] : matchesThen(terms, viewer)),
    ]),
  }
  // With people the viewer never talked to there is nothing to find, and stop words alone find nothing.
  if (conversations.some(({ conversation_id }) => conversation_id === null) || search?.words.length === 0)
    return { branches: [], unread: [], recipient_id, sender_id, hasAccess, search }
  // A muted topic is passed over even where the narrow names its stream.
  const ofAudibleTopics = { ...criteria, rest: fragment`${criteria.rest} and not ${isOfMutedTopic(user_id)}` }
  const namesStream = terms.some(({ operator }) => operator === 'stream')
  return {
    branches: branchesOf(criteria),
    unread: unreadBranches(ofAudibleTopics, { onlyAudible: !namesStream }),
    recipient_id,
    sender_id,
    hasAccess,
    search,
  }
}
