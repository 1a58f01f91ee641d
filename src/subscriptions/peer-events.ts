import { tell, type SystemTurn, type Step, type OutgoingEvent } from '../core/turn/change'
import type { StreamRow } from '../streams/queries'
import { administrators, members } from '../users/audience'
import type { PeerEvent } from './events'
import { subscribersOf } from './subscribers'

/** A user, and a stream that the user joins or leaves. */
interface Peer {
  user_id: number
  stream: Pick<StreamRow, 'id' | 'invite_only'>
}

type TurnReads = Pick<SystemTurn, 'cached' | 'sql' | 'realm_id' | 'listening'>

/**
 * If more streams than this change at once, public streams with the same people share an event, which covers all pairs of its
 * streams and users.
 */
const manyStreams = 100

/** Events `peer_add` for other people (events, subscription). New subscribers get their own event. */
export const peersAdded = async (turn: TurnReads, peers: readonly Peer[]): Promise<Step> => ({
  writes: [],
  events: await peerEvents(turn, 'peer_add', peers),
})

/** Events `peer_remove` for other people, the remaining subscribers among them. */
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
    const listeners = [...knowing].filter((user_id) => turn.listening.has(user_id))
    if (listeners.length > 0) events.push(tell(listeners, { type: 'subscription', op, stream_ids, user_ids }))
  }
  return events
}

interface PeerGroup {
  stream_ids: number[]
  user_ids: number[]
  invite_only: boolean
}

/**
 * Pairs that share an event: one person and all public streams, or several people and one stream. A private stream always has its
 * own event, because it has its own audience.
 */
function groupsOf(peers: readonly Peer[]): PeerGroup[] {
  const byStream = new Map<number, { stream: Peer['stream']; user_ids: number[] }>()
  for (const { user_id, stream } of peers) {
    const one = byStream.get(stream.id) ?? { stream, user_ids: [] }
    one.user_ids.push(user_id)
    byStream.set(stream.id, one)
  }
  const groups = new Map<string, PeerGroup>()
  for (const { stream, user_ids } of byStream.values()) {
    const joins = !stream.invite_only && (user_ids.length === 1 || byStream.size > manyStreams)
    const key = joins ? user_ids.join() : `stream ${stream.id}`
    const group = groups.get(key) ?? { stream_ids: [], user_ids, invite_only: Boolean(stream.invite_only) }
    group.stream_ids.push(stream.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
