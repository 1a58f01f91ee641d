/** Keys: `parts` are by name, `messages` by message id, `commands` and `files` by the id of the command. */
export const tables = ['parts', 'messages', 'commands', 'files'] as const

export type Table = (typeof tables)[number]

export type Key = string | number

/** Sets the value of a key, or deletes the key if there is no value. */
export type Change = readonly [table: Table, key: Key, value?: unknown]

/** A key-value store that outlives the client. Values are cloned (`structuredClone`), never shared. */
export interface Shelf {
  /** Everything in these tables as it was at one moment, a map for each table. */
  all<T>(...names: readonly Table[]): Promise<Map<Key, T>[]>
  get<T>(table: Table, key: Key): Promise<T | undefined>
  /** Makes all changes, or none of them. Several calls take effect in the order in which they were made. */
  write(changes: readonly Change[]): Promise<void>
  /**
   * Claims a name, as a lock. Resolves to a function that releases it, or to null if another client has it. A claim also ends
   * when its client is closed.
   */
  claim(name: string): Promise<(() => void) | null>
  /** Deletes everything in these tables. */
  clear(...tables: readonly Table[]): Promise<void>
  /** Releases all claims. Later reads and writes fail. */
  close(): void
}
