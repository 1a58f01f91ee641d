import { byName } from './by-name'

const maxNames = 50_000

/** Names in the order of `byName`. */
let inOrder: readonly string[] = []

/** The place of each of them; equal names share one. */
let places: ReadonlyMap<string, number> = new Map()

/**
 * The places of names in the order of `byName`. The names that were asked for before are remembered, because lists of thousands are
 * sorted again at each key that is typed, and comparing two places takes a small part of the time that comparing two names takes.
 */
export function placesByName(names: readonly string[]): ReadonlyMap<string, number> {
  const others = [...new Set(names)].filter((name) => !places.has(name))
  if (others.length === 0) return places
  const known = inOrder.length + others.length > maxNames ? [] : inOrder
  const missing = known.length === 0 ? [...new Set(names)] : others
  // What is in order already is merged, not sorted.
  inOrder = [...known, ...missing.toSorted(byName)].toSorted(byName)
  const newPlaces = new Map<string, number>()
  let place = 0
  for (const [index, name] of inOrder.entries()) {
    if (index > 0 && byName(inOrder[index - 1]!, name) !== 0) place += 1
    newPlaces.set(name, place)
  }
  places = newPlaces
  return places
}
