import type { Registration } from './api'
import type { KnownRanges } from './narrow/narrows'
import type { Terms } from './narrow/terms'
import { snapshotVersion, type Snapshot } from './store/snapshot'
import type { Store } from './store/store'

/** Grows when what is kept gets another form. */
export const version = 1000 * snapshotVersion + 1

/** Narrows by their keys, and when each was opened last: in milliseconds since 1970. */
export type Opened = Readonly<Record<string, readonly [terms: Terms, at: number]>>

/** What is kept beside the fields of the state, under names that no field has. */
interface Beside {
  readonly 'of store': Omit<Snapshot, 'state'>
  readonly 'of narrows': KnownRanges
  readonly 'of views': Opened
}

/** Everything that a client keeps but messages and commands, by name. */
export function partsOf(store: Store, runs: KnownRanges, opened: Opened): Readonly<Record<string, unknown>> {
  const { state, ...rest } = store.snapshot()
  const beside: Beside = { 'of store': rest, 'of narrows': runs, 'of views': opened }
  return { ...state, ...beside }
}

/** What was kept, as it is needed to go on. */
export function readParts(parts: ReadonlyMap<string, unknown>): {
  readonly snapshot: Snapshot
  readonly runs: KnownRanges
  readonly opened: Opened
} {
  const kept = Object.fromEntries(parts) as unknown as Registration & Beside & { version: number }
  const { 'of store': rest, 'of narrows': runs, 'of views': opened, version: _, ...state } = kept
  return { snapshot: { ...rest, state }, runs, opened }
}
