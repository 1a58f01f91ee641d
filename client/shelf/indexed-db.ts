import { openDB, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import { tables, type Key, type Shelf } from './shelf'

declare global {
  // Both are known already where there are types of browsers.
  interface IDBDatabase {
    close(): void
  }
  interface IDBTransaction {
    abort(): void
  }
}

type Table = IDBPObjectStore<unknown, string[], string, 'readwrite'>

type Row = readonly [table: string, key: Key, value?: unknown]

/** Where claims are kept, with the time of their ends, where the browser has no locks. */
const claimTable = 'claims'

const allTables = [...tables, claimTable]

/** Milliseconds after which a claim ends that was not renewed, and between renewals: hidden windows get a turn once a minute. */
const claim = { holds: 150_000, renewed: 50_000 }

/** The part of `LockManager` that is used. Pages that came over plain HTTP have none. */
interface Locks {
  request(name: string, options: object, onLock: (lock: object | null) => unknown): Promise<unknown>
}

const closed = (): Error => new Error('Closed')

/** A shelf in the browser's database of a name, which all windows share that name the same. */
export function indexedDbShelf(name: string): Shelf {
  const claims = new Set<() => void>()
  let opening: Promise<IDBPDatabase> | undefined
  let isClosed = false

  /** Lets go of the database. It is opened again when it is needed. */
  function forget(): void {
    opening?.then(
      (db) => db.close(),
      () => undefined,
    )
    opening = undefined
  }

  /** Does everything in one transaction, one after the other. */
  async function transact<T>(work: (of: (name: string) => Table) => Promise<T>): Promise<T> {
    if (isClosed) throw closed()
    opening ??= openDB(name, 1, {
      upgrade: (db) => allTables.forEach((table) => db.createObjectStore(table)),
      blocking: forget,
      terminated: forget,
    })
    const transaction = (await opening).transaction(allTables, 'readwrite')
    try {
      return (await Promise.all([work((table) => transaction.objectStore(table) as Table), transaction.done]))[0]
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
          value === undefined ? of(table).delete(key) : of(table).put(value, key),
        ),
      ),
    )

  const claimUntil = (what: string, time?: number): Promise<unknown> => write([[claimTable, what, time]])

  /** Claims by a record, which is renewed. */
  const recordClaim = (what: string): Promise<(() => void) | null> =>
    transact(async (of) => {
      if ((await of(claimTable).get(what)) > Date.now()) return null
      const renew = (): unknown => claimUntil(what, Date.now() + claim.holds)
      await of(claimTable).put(Date.now() + claim.holds, what)
      const timer = setInterval(renew, claim.renewed)
      return () => {
        clearInterval(timer)
        void claimUntil(what)
      }
    })

  return {
    all: <T>(table: string) =>
      transact(async (of) => {
        const [keys, values] = await Promise.all([of(table).getAllKeys(), of(table).getAll()])
        return new Map(keys.map((key, index) => [key as Key, values[index] as T]))
      }),
    get: (table, key) => transact((of) => of(table).get(key)),
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
        throw closed()
      }
      return (
        release &&
        ((): void => {
          if (claims.delete(release)) release()
        })
      )
    },
    async erase() {
      await transact((of) => Promise.all(tables.map((table) => of(table).clear())))
    },
    close() {
      for (const release of claims) release()
      isClosed = true
      forget()
    },
  }
}
