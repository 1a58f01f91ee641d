import type { Registration } from './api'
import type { KnownRanges } from './narrow/narrows'
import type { Terms } from './narrow/terms'
import { snapshotVersion, type Snapshot } from './store/snapshot'
import type { Store } from './store/store'

/** Grows whenever the stored form changes. A client with another version registers anew. */
export const version = 1000 * snapshotVersion + 3

/** Narrows by their keys, each with the time of its last opening: milliseconds since 1970. */
export type OpenedNarrows = Readonly<Record<string, readonly [terms: Terms, openedAt: number]>>

/** Parts that are no fields of the state. Their names have spaces, so that no field has the same name. */
type OtherParts = {
  readonly 'of store': Omit<Snapshot, 'state'>
  readonly 'of narrows': KnownRanges
  readonly 'of views': OpenedNarrows
}

/** Everything that a client stores except messages and commands, by name. */
export function partsOf(store: Store, ranges: KnownRanges, opened: OpenedNarrows): Readonly<Record<string, unknown>> {
  const { state, ...rest } = store.snapshot()
  const otherParts: OtherParts = { 'of store': rest, 'of narrows': ranges, 'of views': opened }
  return { ...state, ...otherParts }
}

/** The inverse of `partsOf`. */
export function readParts(parts: ReadonlyMap<string, unknown>): {
  readonly snapshot: Snapshot
  readonly ranges: KnownRanges
  readonly opened: OpenedNarrows
} {
  const values = Object.fromEntries(parts) as Registration & OtherParts & { version: number }
  const { 'of store': rest, 'of narrows': ranges, 'of views': opened, version: _, ...state } = values
  return { snapshot: { ...rest, state }, ranges, opened }
}
