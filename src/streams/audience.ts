import type { SystemTurn } from '../core/turn/change'
import { subscriberIds } from '../subscriptions/queries'
import { administrators, everyone, members } from '../users/audience'
import type { StreamRow } from './queries'

type TurnReads = Pick<SystemTurn, 'cached' | 'realm_id'>
type StreamVisibility = Pick<StreamRow, 'id' | 'invite_only' | 'is_web_public'>

/**
 * Ids of the users who know of a stream and get events about it. Public stream: members and subscribed guests. Web-public stream:
 * everybody. Private stream: subscribers and administrators (events, Recipients).
 */
export async function streamViewers(turn: TurnReads, stream: StreamVisibility): Promise<number[]> {
  const subscribers = new Map([[stream.id, await turn.cached(subscriberIds, stream.id)]])
  return (await viewersOfStreams(turn, subscribers))(stream)
}

/** A function that returns `streamViewers` of any of many streams, given their subscribers. */
export async function viewersOfStreams(
  turn: TurnReads,
  subscribers: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<(stream: StreamVisibility) => number[]> {
  const byRole = await viewersByRole(turn)
  return (stream) => [...new Set([...byRole(stream), ...(subscribers.get(stream.id) ?? [])])]
}

/** A function that returns who knows of a stream without being subscribed to it. */
export async function viewersByRole(turn: TurnReads): Promise<(stream: Omit<StreamVisibility, 'id'>) => number[]> {
  const [ofPrivate, ofPublic, ofWebPublic] = [await administrators(turn), await members(turn), await everyone(turn)]
  return ({ invite_only, is_web_public }) => (is_web_public ? ofWebPublic : invite_only ? ofPrivate : ofPublic)
}
