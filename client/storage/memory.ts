import type { Key, Shelf, Table } from './shelf'

/** The data of shelves in memory. Several clients may share it, as windows share the database of their browser. */
export interface Memory {
  readonly tables: Readonly<Record<Table, Map<Key, unknown>>>
  readonly claims: Set<string>
}

export const newMemory = (): Memory => ({
  tables: { parts: new Map(), messages: new Map(), commands: new Map(), files: new Map() },
  claims: new Set(),
})

/** A shelf of one client, for programs and tests. Its data lives as long as `Memory` does. */
export function memoryShelf({ tables, claims }: Memory = newMemory()): Shelf {
  const ownClaims = new Set<string>()
  let isClosed = false

  function assertOpen(): void {
    if (isClosed) throw new Error('Closed')
  }

  return {
    async all<T>(...names: readonly Table[]) {
      assertOpen()
      return names.map((name) => structuredClone(tables[name]) as Map<Key, T>)
    },
    async get<T>(table: Table, key: Key) {
      assertOpen()
      return structuredClone(tables[table].get(key)) as T
    },
    async write(changes) {
      assertOpen()
      for (const [table, key, value] of structuredClone(changes)) {
        if (value === undefined) tables[table].delete(key)
        else tables[table].set(key, value)
      }
    },
    async claim(name) {
      assertOpen()
      if (claims.has(name)) return null
      claims.add(name)
      ownClaims.add(name)
      return () => {
        if (ownClaims.delete(name)) claims.delete(name)
      }
    },
    async clear(...names) {
      assertOpen()
      for (const name of names) tables[name].clear()
    },
    close() {
      isClosed = true
      for (const name of ownClaims) claims.delete(name)
      ownClaims.clear()
    },
  }
}
