import { joinSteps, type Step, type Turn } from '../core/turn/change'
import { sendDirectNotices, type DirectNotice } from '../messages/direct-notices'
import { postNotice, postNotices, silentMention } from '../messages/notices'
import { settingsOf } from '../accounts/settings'
import { createdText, streamEventsTopic } from '../streams/notice-texts'
import { streamById, type ListedStream } from '../streams/queries'
import type { Addition } from './added-events'

/** Maximal number of streams in a notice, which says how many more there are. */
const maxNamedStreams = 50

/**
 * Messages of the notification bot about new streams and subscriptions (behaviour, Notices posted by the notification
 * bot).
 */
export async function subscribingNotices(
  turn: Turn,
  { created, added, announce }: { created: readonly ListedStream[]; added: readonly Addition[]; announce: boolean },
): Promise<Step> {
  const receivers = new Map(created.map(({ id }) => [id, new Set<number>()]))
  for (const { person, stream } of added) receivers.get(stream.id)?.add(person.id)
  const creations = created.map((stream) => ({
    stream_id: stream.id,
    topic: streamEventsTopic,
    content: createdText(turn.actor, stream),
    stream,
    receivers: receivers.get(stream.id)!,
  }))
  return joinSteps(
    await postNotices(turn, creations),
    announce ? await announcement(turn, created) : null,
    await sendDirectNotices(
      turn,
      directNotices(
        turn,
        added.filter(({ stream }) => !receivers.has(stream.id)),
      ),
    ),
  )
}

/** The notice to the whole organization about new streams, except private ones. */
async function announcement(turn: Turn, created: readonly ListedStream[]): Promise<Step | null> {
  const { actor, cached, realm_id } = turn
  const open = created.filter(({ invite_only }) => !invite_only)
  const stream = await cached(streamById, realm_id, settingsOf(actor).notifications_stream_id)
  if (stream === null || open.length === 0) return null
  const what = open.length === 1 ? 'a new stream' : 'new streams'
  const content = `${silentMention(actor)} created ${what}: ${linkStreams(open)}.`
  return postNotice(turn, { stream_id: stream.id, topic: 'new streams', content, links: open })
}

/** Direct messages to people (not bots) whom somebody else subscribed to existing streams. */
function directNotices({ actor }: Turn, added: readonly Addition[]): DirectNotice[] {
  const others = added.filter(({ person }) => person.id !== actor.id && person.bot_type === null)
  return [...Map.groupBy(others, ({ person }) => person)].map(([to, own]) => ({
    to,
    content: `${silentMention(actor)} subscribed you to ${linkStreams(own.map(({ stream }) => stream))}.`,
  }))
}

function linkStreams(streams: readonly ListedStream[]): string {
  const links = streams.slice(0, maxNamedStreams).map(({ name }) => `#**${name}**`)
  if (streams.length > maxNamedStreams) links.push(`${streams.length - maxNamedStreams} more`)
  return links.join(', ')
}
