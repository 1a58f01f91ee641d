import type { SystemTurn } from '../core/turn/change'
import { subscriberIds, subscribersOfStreams } from './queries'

/** Up to this many streams are looked up one by one, mostly in memory; of more, all in one read. */
const fewStreams = 10

/** Active subscribers of streams, as they are before the change. */
export async function subscribersOf(
  { cached, sql }: Pick<SystemTurn, 'cached' | 'sql'>,
  stream_ids: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  if (stream_ids.length > fewStreams) return subscribersOfStreams(sql, stream_ids)
  const found = new Map<number, ReadonlySet<number>>()
  for (const id of stream_ids) found.set(id, await cached(subscriberIds, id))
  return found
}
