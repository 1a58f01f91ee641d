import { tell, type SystemTurn, type OutgoingEvent } from '../core/turn/change'
import { jsonLists } from '../core/sql/json-lists'
import type { ListedStream } from './queries'
import { stream } from './schema'

/**
 * Events `stream` about streams that appear or disappear for users. Users with the same streams share one event, or several if it
 * would be very long. `audience` returns who gets events about a stream.
 */
export function streamListEvents(
  { listening }: Pick<SystemTurn, 'listening'>,
  op: 'create' | 'delete',
  streams: readonly ListedStream[],
  audience: (stream: ListedStream) => Iterable<number>,
): OutgoingEvent[] {
  const groups = new Map<string, { user_ids: number[]; streams: ListedStream[] }>()
  for (const row of streams) {
    const user_ids = [...new Set(audience(row))].filter((user_id) => listening.has(user_id))
    const group = groups.get(user_ids.join()) ?? { user_ids, streams: [] }
    group.streams.push(row)
    groups.set(user_ids.join(), group)
  }
  return [...groups.values()]
    .filter(({ user_ids }) => user_ids.length > 0)
    .flatMap((group) =>
      jsonLists(group.streams.map(stream)).map(({ items }) =>
        tell(group.user_ids, { type: 'stream', op, streams: [...items] }),
      ),
    )
}
