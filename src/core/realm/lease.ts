import type { Region } from '../base/regions'
import type { Bookmark } from '../sql/bookmarks'
import type { RequestFacts } from '../turn/call'
import type { Totals } from '../usage/usage-meter'

/** A guard may let people read for so long without hearing from the object. If it cannot be reached, a change waits that long. */
export const leaseSeconds = 30

/** Sessions of a realm that may read from the replicas of one region. Those that come later read from the primary. */
export const maxReaders = 5000

/** The part of these sessions that one share may have, and that all shares of a pool may have together. */
export const maxReadersOf = { share: 100, pool: 1250 } as const

/** Asks for a lease: that a session may read from replicas in a region. */
export interface LeaseCall {
  readonly realm_id: number
  readonly facts: RequestFacts
  readonly region: Region
  /** The mark of the session. */
  readonly mark: string
  /** Tells the guard that asks from those that had its name before. */
  readonly instance: string
  readonly used?: Totals
}

/** A lease: nobody may read an older state than `floor`, and the session is known for some seconds. Null: there is none. */
export type LeaseReply = { readonly floor: Bookmark; readonly user_id: number; readonly seconds: number } | null

/** A change of the floors of a guard. `users` are accounts, and null is everybody. */
export interface FloorChange {
  /** Nobody of these may read an older state; null: it is not known, and nobody may read until the next lease. */
  readonly bookmark: Bookmark | null
  readonly users: readonly number[] | null
}

/** What a guard says of a read. */
export interface Floor {
  /** The state that the read must have at least; null: it has to go to the primary. */
  readonly floor: Bookmark | null
  /** Seconds until the lease ends. Missing without a lease, and in answers of guards of the former release. */
  readonly seconds?: number
  /** Whether the Worker is to have the lease renewed, after its answer. */
  readonly isDue: boolean
}

/** The guard of one realm in one region (`ReadGuard`), by its calls. */
export interface Guard extends Rpc.DurableObjectBranded {
  /** Says from which state the session with this mark may read, which has seen that of the bookmark: a `Floor`, as JSON text. */
  floorOf(mark: string, bookmark: Bookmark): Promise<string>
  /** Raises floors. Answers which guard it is, after it has done so. */
  raise(raise: FloorChange): Promise<string>
  /** Has the realm's object grant the session of this call a lease. Answers the floor that came with it; null: there is no lease. */
  renew(call: Omit<LeaseCall, 'instance'>): Promise<Bookmark | null>
}

/** The realm's object, as guards know it. */
export interface Leaser extends Rpc.DurableObjectBranded {
  /** Answers a `LeaseReply` as JSON text. */
  lease(call: LeaseCall): Promise<string>
}

export const guardName = (realm_id: number, region: Region): string => `${realm_id}/${region}`
