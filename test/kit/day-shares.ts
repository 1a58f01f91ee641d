import type { Person } from './person'

/** What is stored of somebody's share of the day: src/core/turn/day-shares.ts. */
interface Written {
  rows: number
  bytes: number
  stored: number
  read: number
}

interface Page {
  day: number
  usages: Record<number, Written>
}

const today = () => Math.floor(Date.now() / 86_400_000)

const keyFor = ({ id }: Person) => `shares:${Math.floor(id / 64)}`

/** How much of somebody's share is stored as used. It lags behind by some seconds. */
export const storedShare = (person: Person): Promise<Written | null> =>
  person.realm.inObject((_, { storage }) => storage.kv.get<Page>(keyFor(person))?.usages[person.id] ?? null)

/** Has the realm's object believe that somebody has had so much written, on a day. */
export async function pretend(person: Person, written: Partial<Written>, day = today()): Promise<void> {
  await person.realm.evict()
  await person.realm.inObject((_, { storage }) => {
    const before = storage.kv.get<Page>(keyFor(person))
    const usages = before?.day === day ? before.usages : {}
    const usage = { rows: 0, bytes: 0, stored: 0, read: 0, ...written }
    storage.kv.put(keyFor(person), { day, usages: { ...usages, [person.id]: usage } } satisfies Page)
  })
}
