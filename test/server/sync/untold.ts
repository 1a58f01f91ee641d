import type { State } from '../../../client/api'
import type { Params } from '../../kit'

/** A client whose state is compared. */
export interface Reader {
  readonly state: State
  /** What they registered with. */
  readonly options: Params
}

/** What the state says and no event can tell, by its path in the state, where `*` stands for every key. */
export interface Untold {
  path: string
  why: string
  /** Clients that get no event about it; all if missing. */
  whom?: (reader: Reader) => boolean
  /** The things that it concerns; all if missing. */
  of?: (thing: Record<string, unknown>) => boolean
}

/** Left out of every comparison. */
export const untold: Untold[] = [
  { path: 'queue_id', why: 'each registration has a queue of its own' },
  { path: 'last_event_id', why: 'where the queue begins' },
  { path: 'server_timestamp', why: 'when it was asked' },
  { path: 'status', why: 'of the answer, not of the state' },
  { path: 'headers', why: 'of the answer, not of the state' },
  ...['streams', 'subscriptions', 'unsubscribed', 'never_subscribed', 'realm_default_streams'].map((list) => ({
    path: `${list}.*.first_message_id`,
    why: 'no event tells of a first message',
  })),
  { path: 'realm_default_stream_groups.*.streams.*.first_message_id', why: 'no event tells of a first message' },
  ...['subscriptions', 'unsubscribed', 'never_subscribed'].map((list) => ({
    path: `${list}.*.subscribers`,
    why: 'guests are told who is in private streams only',
    whom: ({ state }: Reader) => state.is_guest,
    of: (stream: Record<string, unknown>) => stream['invite_only'] === false,
  })),
  ...['subscriptions', 'unsubscribed', 'never_subscribed'].map((list) => ({
    path: `${list}.*.stream_weekly_traffic`,
    why: 'no event tells how much is written',
  })),
  { path: 'messages.*.edit_history', why: 'clients fetch it when somebody wants to see it' },
]

/** For scenarios that delete a newest message. */
export const afterDeletion: Untold[] = [
  { path: 'max_message_id', why: 'no event tells which message is the newest now' },
  { path: 'recent_private_conversations', why: 'no event tells which message of a conversation is the newest now' },
]

/** Whether the client told the server that it knows of this. */
export const hasCapability = ({ options }: Reader, capability: string): boolean =>
  (options['client_capabilities'] as Record<string, boolean> | undefined)?.[capability] === true
