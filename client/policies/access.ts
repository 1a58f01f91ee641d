import type { PolicyStore } from './self'

/** Where a message or topic is. A private message or conversation has no `stream_id`. */
export interface MessageLocation {
  readonly stream_id?: number | undefined
}

/**
 * Whether the account has access to the location of a message or topic. Without access, it can still read old messages, but
 * do nothing else with them (behaviour, Losing access). The account has access to private conversations, to streams to which
 * it is subscribed, and to public streams. For guests, `state.streams` has only streams to which they are subscribed.
 */
export const hasAccess = ({ stream_id }: MessageLocation, { state, streams }: PolicyStore): boolean =>
  stream_id === undefined ||
  streams.subscription(stream_id) !== undefined ||
  state.streams.value.some((one) => one.stream_id === stream_id && !one.invite_only)
