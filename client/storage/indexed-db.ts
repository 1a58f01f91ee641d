import { tables, type Key, type Shelf } from './shelf'

/** The parts of IndexedDB that are used. Their types are those of browsers, which programs of other kinds do not have. */
interface Request<T> {
  readonly result: T
  readonly error: Error | null
  addEventListener(type: 'success' | 'error' | 'upgradeneeded', listener: () => void): void
}

interface ObjectStore {
  get(key: Key): Request<unknown>
  getAll(): Request<unknown[]>
  getAllKeys(): Request<Key[]>
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
  transaction(names: readonly string[], mode: 'readwrite'): Transaction
  close(): void
  addEventListener(type: 'versionchange' | 'close', listener: () => void): void
}

interface Factory {
  open(name: string, version: number): Request<Database>
}

const resultOf = <T>(request: Request<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

/** Resolves when everything of a transaction is done; rejects when nothing is. */
const whenComplete = (transaction: Transaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Aborted')))
  })

type Row = readonly [table: string, key: Key, value?: unknown]

/** Where claims are kept, with the time of their ends, where the browser has no locks. */
const claimTable = 'claims'

const allTables = [...tables, claimTable]

/** After which time a claim ends that nobody renews: hidden windows get a turn only once a minute. */
const claimLifetimeMs = 150_000

/** Between two renewals of a claim. */
const claimRenewalMs = 50_000

/** The part of `LockManager` that is used. Pages that came over plain HTTP have none. */
interface Locks {
  request(name: string, options: object, onLock: (lock: object | null) => unknown): Promise<unknown>
}

const closedError = (): Error => new Error('Closed')

/** A shelf in the browser's database of a name, which all windows share that name the same. */
export function indexedDbShelf(name: string): Shelf {
  const claims = new Set<() => void>()
  let dbPromise: Promise<Database> | undefined
  let isClosed = false

  /** Lets go of the database. It is opened again when it is needed. */
  function closeDatabase(): void {
    dbPromise?.then(
      (db) => db.close(),
      () => undefined,
    )
    dbPromise = undefined
  }

  async function open(): Promise<Database> {
    const request = (globalThis as unknown as { indexedDB: Factory }).indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const table of allTables) request.result.createObjectStore(table)
    })
    const db = await resultOf(request)
    // Another window wants to change or delete it.
    db.addEventListener('versionchange', closeDatabase)
    // The browser took it away.
    db.addEventListener('close', closeDatabase)
    return db
  }

  /** Does everything in one transaction, one after the other. */
  async function transact<T>(work: (of: (name: string) => ObjectStore) => Promise<T>): Promise<T> {
    if (isClosed) throw closedError()
    dbPromise ??= open()
    const transaction = (await dbPromise).transaction(allTables, 'readwrite')
    try {
      return (await Promise.all([work((table) => transaction.objectStore(table)), whenComplete(transaction)]))[0]
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // It has ended.
      }
      throw error
    }
  }

  const write = (rows: readonly Row[]): Promise<unknown> =>
    // Asynchronous, so that a value that cannot be cloned rejects as well.
    transact((of) =>
      Promise.all(
        rows.map(async ([table, key, value]) =>
          resultOf(value === undefined ? of(table).delete(key) : of(table).put(value, key)),
        ),
      ),
    )

  const claimUntil = (what: string, time?: number): Promise<unknown> => write([[claimTable, what, time]])

  /** Claims by a record, which is renewed. */
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
    all: <T>(table: string) =>
      transact(async (of) => {
        const [keys, values] = await Promise.all([resultOf(of(table).getAllKeys()), resultOf(of(table).getAll())])
        return new Map(keys.map((key, index) => [key, values[index] as T]))
      }),
    get: <T>(table: string, key: Key) => transact((of) => resultOf(of(table).get(key)) as Promise<T | undefined>),
    async write(changes) {
      await write(changes)
    },
    async claim(what) {
      const { locks } = navigator as unknown as { locks?: Locks }
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
