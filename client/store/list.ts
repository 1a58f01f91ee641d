import type { Signal } from '@preact/signals-core'

/** Whether a thing is the one with this value under a name. */
export const matches =
  <N extends string>(name: N, value: unknown) =>
  (thing: { readonly [M in N]: unknown }): boolean =>
    thing[name] === value

/** A list with some items changed, or without them. The others stay the objects that they are, and the list if there are none. */
export function changeItems<T>(items: T[], isConcerned: (item: T) => boolean, change?: (item: T) => T): T[] {
  if (!items.some(isConcerned)) return items
  return change
    ? items.map((item) => (isConcerned(item) ? change(item) : item))
    : items.filter((item) => !isConcerned(item))
}

export function changeList<T>(list: Signal<T[]>, isConcerned: (item: T) => boolean, change?: (item: T) => T): void {
  list.value = changeItems(list.value, isConcerned, change)
}

/** Puts an item at the end of a list, in place of others. */
export function addToList<T>(list: Signal<T[]>, item: T, isReplaced: (other: T) => boolean): void {
  list.value = [...changeItems(list.value, isReplaced), item]
}
