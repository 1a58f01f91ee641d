import type { StoreOptions } from './internals'
import type { LastPresence } from './presence'
import type { Attachment, Registration } from '../api'
import type { UnreadMessage } from './unread'

/** Grows when a snapshot gets another form. */
export const snapshotVersion = 1

/**
 * A store for keeping, without its messages, which are kept one by one. It can be cloned (`structuredClone`), and shares
 * its values with the store: do not change them.
 */
export interface Snapshot {
  readonly version: typeof snapshotVersion
  readonly options: StoreOptions
  /** As a registration would answer it, without what is unread. It has the queue, and the last event that was applied. */
  readonly state: Registration
  readonly unread: readonly (readonly [id: number, message: UnreadMessage])[]
  /** Whether there are older unread messages that were not told. */
  readonly isIncomplete: boolean
  readonly seen: readonly (readonly [user_id: number, lastPresence: LastPresence])[]
  readonly attachments: readonly Attachment[] | null
  /** Seconds that the server's clock was ahead. */
  readonly ahead: number
}
