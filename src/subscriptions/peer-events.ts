import { tell, type SystemTurn, type Step, type OutgoingEvent } from '../core/turn/change'
import type { StreamRow } from '../streams/queries'
import { administrators, members } from '../users/audience'
import type { PeerEvent } from './events'
import { subscribersOf } from './subscribers'

/** Somebody and a stream that they come to or leave. */
export interface Peer {
  user_id: number
  stream: Pick<StreamRow, 'id' | 'invite_only'>
}

type TurnReads = Pick<SystemTurn, 'cached' | 'sql' | 'realm_id' | 'listening'>

/**
 * Streams that a request of more than these names is told of together where it can be: an event may mean every pair.
 */
const manyStreams = 100

/** Tells others who else is subscribed now (events, subscription). Those who come know it from their own event. */
export const peersAdded = async (turn: TurnReads, peers: readonly Peer[]): Promise<Step> => ({
  writes: [],
  events: await peerEvents(turn, 'peer_add', peers),
})

/** Tells others who is subscribed no more; also who of those remains. */
export const peersRemoved = async (turn: TurnReads, peers: readonly Peer[]): Promise<Step> => ({
  writes: [],
  events: await peerEvents(turn, 'peer_remove', peers),
})

async function peerEvents(turn: TurnReads, op: PeerEvent['op'], peers: readonly Peer[]): Promise<OutgoingEvent[]> {
  if (peers.length === 0 || turn.listening.users().length === 0) return []
  const groups = groupsOf(peers)
  const admitted = await members(turn)
  const privately = await administrators(turn)
  const subscribers = await subscribersOf(
    turn,
    groups.filter(({ invite_only }) => invite_only).flatMap(({ stream_ids }) => stream_ids),
  )
  const events: OutgoingEvent[] = []
  for (const { stream_ids, user_ids, invite_only } of groups) {
    const knowing = invite_only
      ? new Set([...privately, ...stream_ids.flatMap((id) => [...(subscribers.get(id) ?? [])])])
      : new Set(admitted)
    for (const user_id of user_ids) knowing.delete(user_id)
    const told = [...knowing].filter((user_id) => turn.listening.has(user_id))
    if (told.length > 0) events.push(tell(told, { type: 'subscription', op, stream_ids, user_ids }))
  }
  return events
}

interface Group {
  stream_ids: number[]
  user_ids: number[]
  invite_only: boolean
}

/** What one event tells: of one person, all public streams; of several, or of a private stream, one stream. */
function groupsOf(peers: readonly Peer[]): Group[] {
  const byStream = new Map<number, { stream: Peer['stream']; user_ids: number[] }>()
  for (const { user_id, stream } of peers) {
    const one = byStream.get(stream.id) ?? { stream, user_ids: [] }
    one.user_ids.push(user_id)
    byStream.set(stream.id, one)
  }
  const groups = new Map<string, Group>()
  for (const { stream, user_ids } of byStream.values()) {
    const joins = !stream.invite_only && (user_ids.length === 1 || byStream.size > manyStreams)
    const key = joins ? user_ids.join() : `stream ${stream.id}`
    const group = groups.get(key) ?? { stream_ids: [], user_ids, invite_only: Boolean(stream.invite_only) }
    group.stream_ids.push(stream.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
