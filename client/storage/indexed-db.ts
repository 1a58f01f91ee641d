import { tables, type Key, type Shelf, type Table } from './shelf'

// The parts of IndexedDB and of locks that are used here. The types of browsers are missing where other programs are compiled.
interface Request<T> {
  readonly result: T
  readonly error: Error | null
  addEventListener(type: 'success' | 'error' | 'upgradeneeded', listener: () => void): void
}

interface ObjectStore {
  get(key: Key): Request<unknown>
  getAll(): Request<unknown[]>
  getAllKeys(): Request<unknown[]>
  put(value: unknown, key: Key): Request<unknown>
  delete(key: Key): Request<unknown>
  clear(): Request<unknown>
}

interface Transaction {
  readonly error: Error | null
  objectStore(name: string): ObjectStore
  abort(): void
  addEventListener(type: 'complete' | 'abort', listener: () => void): void
}

interface Database {
  createObjectStore(name: string): unknown
  transaction(names: string[], mode: 'readonly' | 'readwrite'): Transaction
  close(): void
  addEventListener(type: 'versionchange' | 'close', listener: () => void): void
}

declare const indexedDB: {
  open(name: string, version: number): Request<Database>
}

/** Pages that were loaded over plain HTTP have no locks. */
declare const navigator: {
  readonly locks?: {
    request(name: string, options: object, onLock: (lock: object | null) => unknown): Promise<unknown>
  }
}

const resultOf = <T>(request: Request<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

/** Resolves when a transaction is complete; rejects if it was aborted and so changed nothing. */
const whenComplete = (transaction: Transaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Aborted')))
  })

type Row = readonly [table: string, key: Key, value?: unknown]

/** If the browser has no locks, this table has the time at which each claim ends. */
const claimTable = 'claims'

const allTables = [...tables, claimTable]

/** A claim ends this long after its last renewal. Timers of hidden windows may run only once a minute. */
const claimLifetimeMs = 150_000

const claimRenewalMs = 50_000

const closedError = (): Error => new Error('Closed')

/**
 * A shelf in IndexedDB. All windows that pass the same name share it. A page may open the database of that name before this code is
 * loaded, in version 1 and without making tables, and pass it as `opened`. If that resolves to nothing, the shelf opens it.
 */
export function indexedDbShelf(name: string, opened?: Promise<Database | undefined>): Shelf {
  const claims = new Set<() => void>()
  let dbPromise: Promise<Database> | undefined
  let isClosed = false

  function openDatabase(): Promise<Database> {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const table of allTables) request.result.createObjectStore(table)
    })
    return resultOf(request)
  }

  /** Closes the database. The next transaction opens it again. */
  function closeDatabase(): void {
    dbPromise?.then(
      (db) => db.close(),
      () => undefined,
    )
    dbPromise = undefined
  }

  async function open(): Promise<Database> {
    const early = await opened
    opened = undefined
    const db = early ?? (await openDatabase())
    // Another window wants to upgrade or delete the database.
    db.addEventListener('versionchange', closeDatabase)
    // The browser closed it, for example because its data was deleted.
    db.addEventListener('close', closeDatabase)
    return db
  }

  function database(): Promise<Database> {
    if (isClosed) throw closedError()
    return (dbPromise ??= open())
  }

  /** Reads in one transaction. Browsers begin it when all earlier writes are done. */
  async function read<T>(names: readonly Table[], work: (of: (name: string) => ObjectStore) => Promise<T>): Promise<T> {
    const transaction = (await database()).transaction([...names], 'readonly')
    return work((table) => transaction.objectStore(table))
  }

  /** Runs `work` in one transaction. Browsers run those that write one after the other. */
  async function transact<T>(work: (of: (name: string) => ObjectStore) => Promise<T>): Promise<T> {
    const transaction = (await database()).transaction(allTables, 'readwrite')
    try {
      return (await Promise.all([work((table) => transaction.objectStore(table)), whenComplete(transaction)]))[0]
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // The transaction has ended already.
      }
      throw error
    }
  }

  const write = (rows: readonly Row[]): Promise<unknown> =>
    // The callback is async, so that a value that cannot be cloned rejects instead of throwing.
    transact((of) =>
      Promise.all(
        rows.map(async ([table, key, value]) =>
          resultOf(value === undefined ? of(table).delete(key) : of(table).put(value, key)),
        ),
      ),
    )

  const claimUntil = (what: string, time?: number): Promise<unknown> => write([[claimTable, what, time]])

  /** Claims a name by a record in the table of claims, and renews it until it is released. */
  const recordClaim = (what: string): Promise<(() => void) | null> =>
    transact(async (of) => {
      if (((await resultOf(of(claimTable).get(what))) as number) > Date.now()) return null
      const renew = (): unknown => claimUntil(what, Date.now() + claimLifetimeMs)
      await resultOf(of(claimTable).put(Date.now() + claimLifetimeMs, what))
      const timer = setInterval(renew, claimRenewalMs)
      return () => {
        clearInterval(timer)
        void claimUntil(what)
      }
    })

  return {
    all: <T>(...names: readonly Table[]) =>
      read(names, (of) =>
        Promise.all(
          names.map(async (table) => {
            const [keys, values] = await Promise.all([resultOf(of(table).getAllKeys()), resultOf(of(table).getAll())])
            return new Map(keys.map((key, index) => [key as Key, values[index] as T]))
          }),
        ),
      ),
    get: <T>(table: Table, key: Key) => read([table], (of) => resultOf(of(table).get(key)) as Promise<T | undefined>),
    async write(changes) {
      await write(changes)
    },
    async claim(what) {
      // The database is opened while the claim is awaited, because whoever claims something reads or writes next.
      database().catch(() => undefined)
      const { locks } = navigator
      const release = await (locks === undefined
        ? recordClaim(what)
        : new Promise<(() => void) | null>((resolve, reject) => {
            const hold = (lock: object | null) => new Promise<void>((end) => resolve(lock && end))
            locks.request(`${name} ${what}`, { ifAvailable: true }, hold).catch(reject)
          }))
      if (release !== null) claims.add(release)
      if (isClosed) {
        release?.()
        throw closedError()
      }
      return (
        release &&
        ((): void => {
          if (claims.delete(release)) release()
        })
      )
    },
    async clear(...names) {
      await transact((of) => Promise.all(names.map((name) => resultOf(of(name).clear()))))
    },
    close() {
      for (const release of claims) release()
      isClosed = true
      closeDatabase()
    },
  }
}
