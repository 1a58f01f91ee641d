import { serviceBots } from '../bots/queries'
import { together, type Step, type Turn } from '../core/turn/change'
import { postNotice, silentMention } from '../messages/notices'
import { subscriberIds } from '../subscriptions/queries'
import { streamById } from '../streams/queries'
import type { Move } from './moves'
import { participants, type MessagePlace } from './queries'

/** Which of the two topics are told; a client may switch off either. */
export interface MoveNotice {
  old_thread: boolean
  new_thread: boolean
}

/** What the notification bot says about a move (behaviour, Editing and moving, Effects). */
export async function moveNotices(turn: Turn, move: Move, told: MoveNotice): Promise<Step | null> {
  return move.into === null ? resolveNotice(turn, move, told) : migrationNotices(turn, move, told)
}

async function migrationNotices(turn: Turn, { from, to, ids, isWhole }: Move, told: MoveNotice): Promise<Step> {
  const who = silentMention(turn.actor)
  const amount = ids.length
  const notices: Step[] = []
  if (told.new_thread) {
    const origin = await linkTo(turn, from)
    const what = isWhole ? 'This topic was' : amount === 1 ? 'A message was' : `${amount} messages were`
    notices.push(await postNotice(turn, { ...to, content: `${what} moved here from ${origin} by ${who}.` }))
  }
  if (told.old_thread) {
    const target = await linkTo(turn, to)
    const content = isWhole
      ? `This topic was moved to ${target} by ${who}.`
      : `${amount === 1 ? 'A message was' : `${amount} messages were`} moved from this topic to ${target} by ${who}.`
    notices.push(await postNotice(turn, { ...from, content }))
  }
  return together(...notices)
}

/** A topic with this in front is resolved. */
const resolved = '✔ '

const isResolved = ({ topic }: MessagePlace): boolean => topic.startsWith(resolved)

/** The topic without the prefix, however often it is there. */
const bare = ({ topic }: MessagePlace): string => topic.replace(/^[✔ ]+/u, '')

/** Told under the topic's new name, and new only to those who took part in it. */
async function resolveNotice(turn: Turn, { from, to, ids }: Move, told: MoveNotice): Promise<Step | null> {
  if (!told.new_thread || bare(from) !== bare(to) || isResolved(from) === isResolved(to)) return null
  const { sql, cached, actor, realm_id } = turn
  const subscribers = await cached(subscriberIds, to.stream_id)
  const services = await cached(serviceBots, realm_id)
  const involved = await participants(sql, JSON.stringify(ids))
  return postNotice(turn, {
    ...to,
    content: `${silentMention(turn.actor)} has marked this topic as ${isResolved(to) ? 'resolved' : 'unresolved'}.`,
    unread_for: involved.filter((id) => id !== actor.id && subscribers.has(id) && !services.has(id)),
  })
}

async function linkTo({ cached, realm_id }: Turn, { stream_id, topic }: MessagePlace): Promise<string> {
  const stream = await cached(streamById, realm_id, stream_id)
  return `#**${stream!.name}>${topic}**`
}
