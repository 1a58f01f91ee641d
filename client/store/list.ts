import type { Signal } from '@preact/signals-core'

/** A predicate: whether an object has this value under this name. */
export const matches =
  <N extends string>(name: N, value: unknown) =>
  (thing: { readonly [M in N]: unknown }): boolean =>
    thing[name] === value

/**
 * A list with some items changed; without `change`, these items are removed. The other items stay the same objects. If no item
 * is concerned, the result is the same list.
 */
export function changeItems<T>(items: T[], isConcerned: (item: T) => boolean, change?: (item: T) => T): T[] {
  if (!items.some(isConcerned)) return items
  return change
    ? items.map((item) => (isConcerned(item) ? change(item) : item))
    : items.filter((item) => !isConcerned(item))
}

export function changeList<T>(list: Signal<T[]>, isConcerned: (item: T) => boolean, change?: (item: T) => T): void {
  list.value = changeItems(list.value, isConcerned, change)
}

/** Adds an item to the end of a list, and removes the items that it replaces. */
export function addToList<T>(list: Signal<T[]>, item: T, isReplaced: (other: T) => boolean): void {
  list.value = [...changeItems(list.value, isReplaced), item]
}
