import type { Registration } from './api'
import type { KnownRanges } from './narrow/narrows'
import type { Terms } from './narrow/terms'
import { snapshotVersion, type Snapshot } from './store/snapshot'
import type { Store } from './store/store'

/** Grows whenever the stored form changes. A client with another version registers again. */
export const version = 1000 * snapshotVersion + 4

/** Narrows by their keys, each with the time of its last opening: milliseconds since 1970. */
export type OpenedNarrows = Readonly<Record<string, readonly [terms: Terms, openedAt: number]>>

/** Parts that are no fields of the state, whose names have spaces so that no field has the same name, and people in another form. */
type OtherParts = {
  readonly realm_users: Columns
  readonly 'of store': Omit<Snapshot, 'state'>
  readonly 'of narrows': KnownRanges
  readonly 'of views': OpenedNarrows
}

type Item = Record<string, unknown>

/** The values of all items of a list, by the name of their field. Browsers read them in half the time that reading the items takes. */
type Columns = Record<string, readonly unknown[]>

/** The columns of lists that are stored, so that a list is written again only if it has changed. */
const storedColumns = new WeakMap<readonly Item[], Columns>()

function columnsOf(list: readonly Item[]): Columns {
  let columns = storedColumns.get(list)
  if (!columns) {
    storedColumns.set(list, (columns = {}))
    for (const name of new Set(list.flatMap(Object.keys))) columns[name] = list.map((item) => item[name])
  }
  return columns
}

/** The inverse of `columnsOf`. A field that is undefined was missing. */
function itemsOf(columns: Columns): Item[] {
  const list: Item[] = []
  for (const name in columns)
    columns[name]!.forEach((value, index) => {
      if (value !== undefined) (list[index] ??= {})[name] = value
    })
  storedColumns.set(list, columns)
  return list
}

/** Everything that a client stores except messages and commands, by name. There may be thousands of people, so they are columns. */
export function partsOf(store: Store, ranges: KnownRanges, opened: OpenedNarrows): Readonly<Record<string, unknown>> {
  const { state, ...rest } = store.snapshot()
  const otherParts: OtherParts = {
    // Without people there is no store.
    realm_users: columnsOf(state.realm_users!),
    'of store': rest,
    'of narrows': ranges,
    'of views': opened,
  }
  return { ...state, ...otherParts }
}

/** The inverse of `partsOf`. */
export function readParts(parts: ReadonlyMap<string, unknown>): {
  readonly snapshot: Snapshot
  readonly ranges: KnownRanges
  readonly opened: OpenedNarrows
} {
  const values = Object.fromEntries(parts) as Omit<Registration, 'realm_users'> & OtherParts & { version: number }
  const { 'of store': rest, 'of narrows': ranges, 'of views': opened, version: _, realm_users, ...state } = values
  const people = itemsOf(realm_users) as Registration['realm_users']
  return { snapshot: { ...rest, state: { ...state, realm_users: people } }, ranges, opened }
}
