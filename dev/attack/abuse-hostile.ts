/**
 * The hostile half of `abuse.ts`. It is a separate process, so that its work does not slow down the clocks of the ordinary
 * people. It receives an `Assignment`, and sends a `Tally` when the time is over.
 */
import { Account, emptyTally, type Credentials } from './abuse-account.ts'
import { askAnything, operationsOf } from './abuse-random.ts'
import { ways } from './abuse-ways.ts'

export interface Assignment {
  base: string
  accounts: Credentials[]
  /** Duration in milliseconds. */
  time: number
  seed: number
}

/** Milliseconds before an account tries another way, and the number of its parallel requests. */
const slice = { time: 3000, together: 2 }

process.once('message', (assignment: Assignment) => {
  void abuse(assignment).then((tally) => process.send!(tally, () => process.exit(0)))
})

async function abuse({ base, accounts, time, seed }: Assignment) {
  const end = Date.now() + time
  const tally = emptyTally()
  const operations = await operationsOf(base)
  await Promise.all(
    accounts.map(async (credentials, index) => {
      const random = randomFrom(seed + index)
      const by = new Account(base, credentials, tally)
      while (Date.now() < end) {
        // WAY=… only tries this one.
        const only = ways[process.env['WAY'] ?? '']
        const order = only === undefined ? [...Object.values(ways), ...Array.from({ length: 5 }, () => null)] : [only]
        for (const way of shuffled(order, random)) {
          const sliceEnd = Math.min(end, Date.now() + slice.time)
          await Promise.all(
            Array.from({ length: slice.together }, async () => {
              while (Date.now() < sliceEnd) await (way === null ? askAnything(by, operations, random) : way(by, random))
            }),
          )
        }
      }
    }),
  )
  return tally
}

/** Random numbers from 0 to 1 from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
