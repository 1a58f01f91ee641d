import type { OutgoingEvent, Turn } from '../core/turn/change'
import { viewersByRole } from '../streams/audience'
import { streamListEvents } from '../streams/list-events'
import type { ListedStream } from '../streams/queries'
import { administrators } from '../users/audience'
import type { Addition } from './added-events'

/**
 * Events `stream`, `create`: new streams for everybody who knows of streams of that kind, and private streams for people who are
 * subscribed to them (events, stream). A guest learns of a public stream from the event of their subscription.
 */
export async function streamsAppear(
  turn: Turn,
  created: readonly ListedStream[],
  added: readonly Addition[],
): Promise<OutgoingEvent[]> {
  if (turn.listening.users().length === 0) return []
  const knowing = new Set(await administrators(turn))
  const gaining = added.filter(({ person, stream }) => stream.invite_only && !knowing.has(person.id))
  const joining = Map.groupBy(gaining, ({ stream }) => stream)
  return [
    ...streamListEvents(turn, 'create', created, await viewersByRole(turn)),
    ...streamListEvents(turn, 'create', [...joining.keys()], (stream) =>
      joining.get(stream)!.map(({ person }) => person.id),
    ),
  ]
}
