import type { StoreOptions } from './internals'
import type { LastPresence } from './presence'
import type { Attachment, Registration } from '../api'
import type { UnreadMessage } from './unread'

/** Must grow when the form of a snapshot changes. */
export const snapshotVersion = 1

/**
 * The content of a store, to be stored. Messages are not in it, because they are stored one by one. It can be cloned
 * (`structuredClone`). It shares its values with the store, so do not change them.
 */
export interface Snapshot {
  readonly version: typeof snapshotVersion
  readonly options: StoreOptions
  /** In the form of a registration, without unread messages. It has the queue and the last event that was applied. */
  readonly state: Registration
  readonly unread: readonly (readonly [id: number, message: UnreadMessage])[]
  /** Whether there are older unread messages that the server has not listed. */
  readonly isIncomplete: boolean
  readonly seen: readonly (readonly [user_id: number, lastPresence: LastPresence])[]
  readonly attachments: readonly Attachment[] | null
  /** By how many seconds the server's clock was ahead of this one. */
  readonly ahead: number
}
