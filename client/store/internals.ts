import type { Signal } from '@preact/signals-core'
import type { Attachment, EventType, Of } from '../api'
import type { Fields } from './fields'
import type { MessageTable } from './message-table'
import type { Presence } from './presence'
import type { Typing } from './typing'
import type { Unread } from './unread'

/** Everything that a store knows, for those who apply events to it. */
export interface StoreInternals {
  readonly user_id: number
  readonly options: StoreOptions
  readonly fields: Fields
  readonly messages: MessageTable
  readonly unread: Unread
  readonly presence: Presence
  readonly typing: Typing
  /** Own files; null as long as nobody has fetched them. */
  readonly attachments: Signal<readonly Attachment[] | null>
}

/** What the client registered with, as far as it decides what the state holds. */
export interface StoreOptions {
  readonly include_subscribers: boolean
}

/** How one type of event is applied. An event that is told again, or is about something unknown, changes nothing. */
export type Applier<T extends EventType> = (internals: StoreInternals, event: Of<T>) => void

/** How events are applied, by their types. Those of other types say nothing that is kept, or are of a newer server. */
export type Appliers = { readonly [T in EventType]?: Applier<T> }
