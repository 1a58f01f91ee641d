/** What is kept: parts of the state by name, messages by id, commands and files by the command's id. */
export const tables = ['parts', 'messages', 'commands', 'files'] as const

export type Table = (typeof tables)[number]

export type Key = string | number

/** Puts a value at a key, or deletes what is there if there is no value. */
export type Change = readonly [table: Table, key: Key, value?: unknown]

/** A place that keeps values beyond the life of a client. Values are cloned (`structuredClone`), never shared. */
export interface Shelf {
  all<T>(table: Table): Promise<Map<Key, T>>
  get<T>(table: Table, key: Key): Promise<T | undefined>
  /** Makes all changes, or none of them. Calls take effect in their order. */
  write(changes: readonly Change[]): Promise<void>
  /** Claims a name, until what it resolves to is called or the client is gone; null while somebody else has it. */
  claim(name: string): Promise<(() => void) | null>
  /** Deletes everything in these tables. */
  clear(...tables: readonly Table[]): Promise<void>
  /** Gives up what is claimed. Nothing is read or written after that. */
  close(): void
}
