import { tables, type Key, type Shelf, type Table } from './shelf'

/** What shelves in memory keep. Several clients may share it, as windows share what their browser keeps. */
export interface Memory {
  readonly tables: Readonly<Record<Table, Map<Key, unknown>>>
  readonly claimed: Set<string>
}

export const newMemory = (): Memory => ({
  tables: Object.fromEntries(tables.map((name) => [name, new Map()])) as unknown as Memory['tables'],
  claimed: new Set(),
})

/** A shelf of one client, for programs and tests. What it keeps lives as long as the memory. */
export function memoryShelf({ tables, claimed }: Memory = newMemory()): Shelf {
  const own = new Set<string>()
  let isClosed = false

  function open(): void {
    if (isClosed) throw new Error('Closed')
  }

  return {
    async all<T>(table: Table) {
      open()
      return structuredClone(tables[table]) as Map<Key, T>
    },
    async get<T>(table: Table, key: Key) {
      open()
      return structuredClone(tables[table].get(key)) as T
    },
    async write(changes) {
      open()
      for (const [table, key, value] of structuredClone(changes)) {
        if (value === undefined) tables[table].delete(key)
        else tables[table].set(key, value)
      }
    },
    async claim(name) {
      open()
      if (claimed.has(name)) return null
      claimed.add(name)
      own.add(name)
      return () => {
        if (own.delete(name)) claimed.delete(name)
      }
    },
    async clear(...names) {
      open()
      for (const name of names) tables[name].clear()
    },
    close() {
      isClosed = true
      for (const name of own) claimed.delete(name)
      own.clear()
    },
  }
}
