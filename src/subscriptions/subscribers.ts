import type { SystemTurn } from '../core/turn/change'
import { maxSingleLookups } from '../core/turn/query-cache'
import { subscriberIds, subscribersOfStreams } from './queries'

/** Ids of the subscribers of streams before the change, by stream. */
export async function subscribersOf(
  { cached, sql }: Pick<SystemTurn, 'cached' | 'sql'>,
  stream_ids: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  if (stream_ids.length > maxSingleLookups) return subscribersOfStreams(sql, stream_ids)
  const found = new Map<number, ReadonlySet<number>>()
  for (const id of stream_ids) found.set(id, await cached(subscriberIds, id))
  return found
}
