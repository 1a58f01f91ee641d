import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core'
import type { OtherStream, Registration, State } from '../api'

/** The fields that the store has in the form of the registration. Unread messages have a form of their own (`Unread`). */
type StateWithoutUnread = Omit<State, 'unread_msgs'>

/** A signal for each field of the state. A field that the registration did not ask for is missing, or an empty list. */
export type States = { readonly [F in keyof StateWithoutUnread]: ReadonlySignal<StateWithoutUnread[F]> }

/** The same signals for those who write. Values are replaced and never changed, so equal references mean equal values. */
export type Fields = { readonly [F in keyof StateWithoutUnread]: Signal<StateWithoutUnread[F]> }

type ListField = { [F in keyof State]: State[F] extends readonly unknown[] ? F : never }[keyof State]

/** Lists that events change. If the registration did not ask for them, they begin empty. */
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

/** Sets all fields to those of a registration. Existing signals stay, and get new values. */
export function loadRegistration(fields: Record<string, Signal<unknown>>, registration: Registration): void {
  const { unread_msgs: _, ...stateFields } = registration
  const values: Record<string, unknown> = { ...defaults, ...stateFields }
  for (const [name, value] of Object.entries(values)) {
    if (fields[name]) fields[name].value = value
    else fields[name] = signal(value)
  }
}

/** Sets a field by the name in an event. Ignores fields that the registration did not ask for. */
export function setField(fields: Fields, name: string, value: unknown): void {
  const fieldsByName: Readonly<Record<string, Signal<unknown>>> = fields
  const field = fieldsByName[name]
  if (field) field.value = value
}

/** All lists that may contain a stream. Only some of them have its subscribers. */
export const copiesOf = (fields: Fields): Signal<OtherStream[]>[] =>
  [
    fields.subscriptions,
    fields.unsubscribed,
    fields.never_subscribed,
    fields.streams,
    fields.realm_default_streams,
  ] as Signal<OtherStream[]>[]
