/** The part of an object's own storage that the machine uses. */
export interface ObjectStorage {
  readonly kv: SyncKvStorage
  readonly sql: Pick<SqlStorage, 'exec'>
  getAlarm(): Promise<number | null>
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
}

interface StorageRules {
  /** Called with rows that were written. */
  readonly onRows: (rows: number) => void
  /** Whether a value has the shape that its readers expect. One that has not counts as missing. */
  readonly isReadable: (key: string, value: unknown) => boolean
}

/** The object's own storage, which counts its rows as the platform does: one for each value, and one for each alarm that is set. */
export function countedStorage(storage: DurableObjectStorage, { onRows, isReadable }: StorageRules): ObjectStorage {
  const { kv, sql } = storage
  return {
    kv: {
      get: ((key: string): unknown => {
        const value = kv.get(key)
        return value === undefined || isReadable(key, value) ? value : undefined
      }) as SyncKvStorage['get'],
      list: kv.list.bind(kv),
      put(key: string, value: unknown) {
        kv.put(key, value)
        onRows(1)
      },
      delete(key: string) {
        const isGone = kv.delete(key)
        if (isGone) onRows(1)
        return isGone
      },
    },
    sql: {
      exec: ((query: string, ...values: SqlStorageValue[]) => {
        const cursor = sql.exec(query, ...values)
        if (cursor.rowsWritten > 0) onRows(cursor.rowsWritten)
        return cursor
      }) as SqlStorage['exec'],
    },
    getAlarm: () => storage.getAlarm(),
    async setAlarm(time) {
      await storage.setAlarm(time)
      onRows(1)
    },
    deleteAlarm: () => storage.deleteAlarm(),
  }
}
