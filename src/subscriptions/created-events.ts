import type { OutgoingEvent, Turn } from '../core/turn/change'
import { knowingOf } from '../streams/audience'
import { streamsTold } from '../streams/list-events'
import type { ListedStream } from '../streams/queries'
import { administrators } from '../users/audience'
import type { Addition } from './added-events'

/**
 * Tells of streams that people did not know: new ones to those who know of such streams, and private ones to whoever
 * comes to them (events, stream). Guests learn of a public stream by being subscribed to it, unless it is web-public.
 */
export async function streamsAppear(
  turn: Turn,
  created: readonly ListedStream[],
  added: readonly Addition[],
): Promise<OutgoingEvent[]> {
  if (turn.listening.users().length === 0) return []
  const knowing = new Set(await administrators(turn))
  const learning = added.filter(({ person, stream }) => stream.invite_only && !knowing.has(person.id))
  const joining = Map.groupBy(learning, ({ stream }) => stream)
  return [
    ...streamsTold(turn, 'create', created, await knowingOf(turn)),
    ...streamsTold(turn, 'create', [...joining.keys()], (stream) =>
      joining.get(stream)!.map(({ person }) => person.id),
    ),
  ]
}
