import type { Signal } from '@preact/signals-core'
import type { Attachment, EventType, Of } from '../api'
import type { Fields } from './fields'
import type { MessageTable } from './message-table'
import type { Presence } from './presence'
import type { Typing } from './typing'
import type { Unread } from './unread'

/** The parts of a store that events may change. */
export interface StoreInternals {
  readonly user_id: number
  readonly options: StoreOptions
  readonly fields: Fields
  readonly messages: MessageTable
  readonly unread: Unread
  readonly presence: Presence
  readonly typing: Typing
  /** The account's own files; null until they were fetched. */
  readonly attachments: Signal<readonly Attachment[] | null>
}

/** Parameters of the registration that decide what the state contains. */
export interface StoreOptions {
  readonly include_subscribers: boolean
}

/** Events by their type. */
export type Events = { readonly [T in EventType]: Of<T> }

/** Applies one type of event. A repeated event, or one about something unknown, must change nothing. */
export type Applier<T extends EventType> = (internals: StoreInternals, event: Events[T]) => void

/** Appliers by the type of event. Events of other types change nothing in the state, or come from a newer server. */
export type Appliers = { readonly [T in EventType]?: Applier<T> }
