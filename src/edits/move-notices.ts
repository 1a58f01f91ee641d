import { serviceBots } from '../bots/queries'
import { joinSteps, type Step, type Turn } from '../core/turn/change'
import { postNotice, silentMention } from '../messages/notices'
import { subscriberIds } from '../subscriptions/queries'
import { streamById } from '../streams/queries'
import type { Move } from './moves'
import { authorsAndReactors, type MessagePlace } from './queries'
import { isResolved, unresolvedTopic } from '../user-messages/resolved-topics'

/** Which of the two topics get a notice; a client may switch off either. */
interface NotifiedTopics {
  old_topic: boolean
  new_topic: boolean
}

/** Notices of the notification bot about a move (behaviour, Editing and moving, Effects). */
export async function moveNotices(turn: Turn, move: Move, notified: NotifiedTopics): Promise<Step | null> {
  return move.into === null ? resolveNotice(turn, move, notified) : streamMoveNotices(turn, move, notified)
}

async function streamMoveNotices(
  turn: Turn,
  { from, to, ids, isWhole }: Move,
  notified: NotifiedTopics,
): Promise<Step> {
  const who = silentMention(turn.actor)
  const amount = ids.length
  const notices: Step[] = []
  if (notified.new_topic) {
    const origin = await linkTo(turn, from, to)
    const what = isWhole ? 'This topic was' : amount === 1 ? 'A message was' : `${amount} messages were`
    notices.push(await postNotice(turn, { ...to, content: `${what} moved here from ${origin} by ${who}.` }))
  }
  if (notified.old_topic) {
    const target = await linkTo(turn, to, from)
    const content = isWhole
      ? `This topic was moved to ${target} by ${who}.`
      : `${amount === 1 ? 'A message was' : `${amount} messages were`} moved from this topic to ${target} by ${who}.`
    notices.push(await postNotice(turn, { ...from, content }))
  }
  return joinSteps(...notices)
}

/** Notice under the topic's new name. It is only unread for users who wrote or reacted there. */
async function resolveNotice(turn: Turn, { from, to, ids }: Move, notified: NotifiedTopics): Promise<Step | null> {
  const becomesResolved = isResolved(to.topic)
  const isSameTopic = unresolvedTopic(from.topic) === unresolvedTopic(to.topic)
  if (!notified.new_topic || !isSameTopic || isResolved(from.topic) === becomesResolved) return null
  const { sql, cached, actor, realm_id } = turn
  const subscribers = await cached(subscriberIds, to.stream_id)
  const services = await cached(serviceBots, realm_id)
  const involved = await authorsAndReactors(sql, JSON.stringify(ids))
  return postNotice(turn, {
    ...to,
    content: `${silentMention(turn.actor)} has marked this topic as ${becomesResolved ? 'resolved' : 'unresolved'}.`,
    unread_for: involved.filter((id) => id !== actor.id && subscribers.has(id) && !services.has(id)),
  })
}

/**
 * A link to a place, for a notice that is posted at another place (`notice`). If the link would name a private stream to somebody who
 * may not know of it, the notice says "a private stream" instead.
 */
async function linkTo(turn: Turn, { stream_id, topic }: MessagePlace, notice: MessagePlace): Promise<string> {
  const { cached, realm_id } = turn
  const stream = await cached(streamById, realm_id, stream_id)
  if (stream!.invite_only && !(await isKnownToReaders(turn, stream_id, notice))) return 'a private stream'
  return `#**${stream!.name}>${topic}**`
}

/** Whether everybody who may read messages at a place is subscribed to this private stream. */
async function isKnownToReaders({ cached, realm_id }: Turn, stream_id: number, place: MessagePlace): Promise<boolean> {
  const { invite_only } = (await cached(streamById, realm_id, place.stream_id))!
  if (!invite_only) return false
  return (await cached(subscriberIds, place.stream_id)).isSubsetOf(await cached(subscriberIds, stream_id))
}
