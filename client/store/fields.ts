import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core'
import type { OtherStream, Registration, State } from '../api'

/** The fields that are kept as they are told. What is unread is kept in a form of its own. */
type StateWithoutUnread = Omit<State, 'unread_msgs'>

/** A signal for each field of the state. Fields that were not registered for are missing, or empty lists. */
export type States = { readonly [F in keyof StateWithoutUnread]: ReadonlySignal<StateWithoutUnread[F]> }

/** A signal for each field. Values are replaced and never changed, so that equal references mean equal values. */
export type Fields = { readonly [F in keyof StateWithoutUnread]: Signal<StateWithoutUnread[F]> }

/** A field of the state that is a list. */
type ListField = { [F in keyof State]: State[F] extends readonly unknown[] ? F : never }[keyof State]

/** Lists that events change, for those that a registration did not ask for. */
const listFields = [
  'drafts',
  'muted_topics',
  'muted_users',
  'recent_private_conversations',
  'scheduled_messages',
  'starred_messages',
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
  'realm_user_groups',
  'realm_bots',
  'bot_offers',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'streams',
  'realm_default_streams',
  'realm_default_stream_groups',
  'realm_domains',
] as const satisfies readonly ListField[]

const defaults: Record<string, unknown> = { presences: {}, user_status: {}, max_message_id: -1, last_event_id: -1 }
for (const name of listFields) defaults[name] = []

/** Takes over a registration, in the signals that there are. */
export function loadRegistration(fields: Record<string, Signal<unknown>>, registration: Registration): void {
  const { unread_msgs: _, ...stateFields } = registration
  const values: Record<string, unknown> = { ...defaults, ...stateFields }
  for (const [name, value] of Object.entries(values)) {
    if (fields[name]) fields[name].value = value
    else fields[name] = signal(value)
  }
}

/** Sets a field by a name that came with an event. Fields that the registration did not ask for stay unknown. */
export function setField(fields: Fields, name: string, value: unknown): void {
  const field = (fields as unknown as Record<string, Signal<unknown>>)[name]
  if (field) field.value = value
}

/** Everything that may be a copy of a stream: some have subscribers, and some do not. */
export const copiesOf = (fields: Fields): Signal<OtherStream[]>[] =>
  [
    fields.subscriptions,
    fields.unsubscribed,
    fields.never_subscribed,
    fields.streams,
    fields.realm_default_streams,
  ] as Signal<OtherStream[]>[]
