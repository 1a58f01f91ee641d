import type { Turn } from '../core/turn/change'
import { accessStream } from '../streams/access'
import type { BotRow } from './queries'

/** Default streams by name. An empty name clears the choice; undefined keeps it. */
export interface StreamChoices {
  default_sending_stream?: string | undefined
  default_events_register_stream?: string | undefined
}

type Streams = Partial<
  Pick<
    BotRow,
    | 'default_sending_stream_id'
    | 'default_sending_stream'
    | 'default_events_register_stream_id'
    | 'default_events_register_stream'
  >
>

/** Columns of the chosen default streams, which the actor must have access to (endpoints, Bots). */
export async function defaultStreams(turn: Turn, choices: StreamChoices): Promise<Streams> {
  const chosen: Streams = {}
  for (const field of ['default_sending_stream', 'default_events_register_stream'] as const) {
    const name = choices[field]
    if (name === undefined) continue
    const stream = name === '' ? null : (await accessStream(turn, { name })).stream
    chosen[field] = stream?.name ?? null
    chosen[`${field}_id`] = stream?.id ?? null
  }
  return chosen
}
