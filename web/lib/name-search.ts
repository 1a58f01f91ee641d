import { inIdleTime } from './idle'
import { indexSteps, searchIn, type NameIndex, type Search } from './name-index'
import { rank } from './rank'

/** Shorter lists have no index: a search looks at all of their names. */
const minItems = 300

/** Searches lists of one kind by name. */
export interface NameSearch<T> {
  /** The items that match the typed text, the best first: the same as `rank`. */
  (items: readonly T[], typed: string, search: Search<T>): T[]
  /** Makes the index of a long list when the browser has time. Until it is there, a search looks at all names. */
  readonly prepare: (items: readonly T[]) => void
}

/** A search that keeps the index of the last long list. The list is replaced when something in it changes. */
export function createNameSearch<T extends object>(nameOf: (item: T) => string): NameSearch<T> {
  let index: NameIndex<T> | null = null
  let preparedItems: readonly T[] | null = null

  function prepare(items: readonly T[]): void {
    if (items.length < minItems || items === preparedItems) return
    preparedItems = items
    const steps = indexSteps(items, nameOf, index)
    inIdleTime(() => {
      if (items !== preparedItems) return true
      const { done, value } = steps.next()
      if (done) index = value
      return done === true
    })
  }

  function search(items: readonly T[], typed: string, options: Search<T>): T[] {
    if (index?.items === items) return searchIn(index, typed, options)
    prepare(items)
    const { isWanted, ...ranking } = options
    return rank(isWanted ? items.filter(isWanted) : items, typed, { names: (item) => [nameOf(item)], ...ranking })
  }

  return Object.assign(search, { prepare })
}
