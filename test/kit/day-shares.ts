import type { SharedUse } from '../../src/core/turn/day-shares'
import type { Person } from './person'
import type { TestRealm } from './realm'

/** A stored page of day shares (src/core/turn/day-shares.ts). */
interface Page {
  day: number
  usages: Record<number, SharedUse>
  months: Record<number, Record<number, number>>
}

const today = () => Math.floor(Date.now() / 86_400_000)

const keyFor = (share: number) => `share-pages:${Math.floor(share / 256)}`

/** What is stored as the use of a person's share. It lags behind by some seconds. */
export const readStoredShare = (person: Person): Promise<SharedUse | null> => readStoredUse(person, person.id)

/** The part of it that their integrations used. */
export const readStoredPart = (person: Person): Promise<SharedUse | null> => readStoredUse(person, person.id + 0.5)

/** What is stored as the use of all newcomers of an organization together. */
export const readStoredPool = (realm: TestRealm): Promise<SharedUse | null> => readStoredUse({ realm }, -realm.id)

const readStoredUse = ({ realm }: Pick<Person, 'realm'>, share: number): Promise<SharedUse | null> =>
  realm.inObject((_, { storage }) => storage.kv.get<Page>(keyFor(share))?.usages[share] ?? null)

/** A use to pretend: the counts of a day, and the bytes of text of the month. */
interface PretendedUse extends SharedUse {
  bytes_of_month?: number
}

/** Makes the realm's object believe that a person, or the share with an id, has used this much on a day. */
export async function pretendUse(
  person: Person,
  used: PretendedUse,
  { day = today(), share = person.id } = {},
): Promise<void> {
  const { bytes_of_month = 0, ...usage } = used
  await person.realm.evict()
  await person.realm.inObject((_, { storage }) => {
    const before = storage.kv.get<Page>(keyFor(share))
    const usages = before?.day === day ? before.usages : {}
    const months = { ...before?.months, [share]: { [Math.floor(day / 30)]: bytes_of_month } }
    storage.kv.put(keyFor(share), { day, usages: { ...usages, [share]: usage }, months } satisfies Page)
  })
}
