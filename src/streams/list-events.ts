import { tell, type SystemTurn, type OutgoingEvent } from '../core/turn/change'
import { jsonLists } from '../core/sql/json-lists'
import type { ListedStream } from './queries'
import { stream } from './schema'

/**
 * Events `stream` about streams that appear or disappear for users. Users with the same streams share one event, or several if it
 * would be very long. `audience` returns who gets events about a stream.
 */
export function streamsTold(
  { listening }: Pick<SystemTurn, 'listening'>,
  op: 'create' | 'delete',
  streams: readonly ListedStream[],
  audience: (stream: ListedStream) => Iterable<number>,
): OutgoingEvent[] {
  const groups = new Map<string, { told: number[]; streams: ListedStream[] }>()
  for (const row of streams) {
    const told = [...new Set(audience(row))].filter((user_id) => listening.has(user_id))
    const group = groups.get(told.join()) ?? { told, streams: [] }
    group.streams.push(row)
    groups.set(told.join(), group)
  }
  return [...groups.values()]
    .filter(({ told }) => told.length > 0)
    .flatMap((group) =>
      jsonLists(group.streams.map(stream)).map(({ items }) =>
        tell(group.told, { type: 'stream', op, streams: [...items] }),
      ),
    )
}
