import type { PolicyStore } from './self'

/** A message or topic by its stream; a private message or conversation has none. */
export interface Place {
  readonly stream_id?: number | undefined
}

/**
 * Whether the account has access to the place of a message or topic. Messages of a stream that is closed to it stay readable
 * as they were, and nothing else can be done with them (behaviour, Losing access). Of the streams that it may know without
 * being subscribed, only private ones are closed. Guests know none of these. Private conversations are never closed.
 */
export const hasAccess = ({ stream_id }: Place, { state, streams }: PolicyStore): boolean =>
  stream_id === undefined ||
  streams.subscription(stream_id) !== undefined ||
  state.streams.value.some((one) => one.stream_id === stream_id && !one.invite_only)
