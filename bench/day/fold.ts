import type { Office } from './office.ts'
import { inParallel, programOf } from './program.ts'
import { totalsOf, type Totals } from './usage.ts'

/**
 * How each person reads the messages of the day before: all of them in one request, except for the newest `later` messages. Of these, the
 * person reads `ofRound` messages in each round, in `maxRounds` rounds at most.
 */
const reading = { later: 500, ofRound: 30, maxRounds: 15 }

/**
 * What it uses that marks go to pages. It comes about while everybody reads what was said the day before: in the last round,
 * so that it does not come about again within the minutes that are played.
 */
export async function foldOf({ site, addresses, meter }: Office): Promise<Totals> {
  const readers: ((from: number, to: number) => Promise<unknown>)[] = []
  await inParallel(addresses, 4, async (address) => {
    const ask = await programOf(site, address)
    const { messages } = await ask('GET', '/messages?anchor=newest&num_before=3000&num_after=0')
    const ids = (messages as { id: number }[]).map(({ id }) => id)
    const read = (from: number, to: number) =>
      ask('POST', '/messages/flags', { messages: ids.slice(from, to), op: 'add', flag: 'read' })
    await read(0, -reading.later)
    readers.push((from, to) => read(ids.length - reading.later + from, ids.length - reading.later + to))
  })
  const rounds: Totals[] = []
  // A commit with pages writes a row for each reader.
  const isFolding = ({ rows_written }: Totals): boolean =>
    rows_written > Math.min(...rounds.map((round) => round.rows_written)) + readers.length / 2
  do {
    const from = rounds.length * reading.ofRound
    const round = await meter.during(async () => {
      for (const read of readers) await read(from, from + reading.ofRound)
    })
    rounds.push(round)
  } while (rounds.length < reading.maxRounds && !isFolding(rounds.at(-1)!))
  const others = rounds.filter((round) => !isFolding(round))
  if (others.length === rounds.length) throw new Error('No marks went to pages')
  const [fold] = rounds.slice(-1)
  return totalsOf((counter) => (counter.startsWith('rows_') ? Math.max(0, fold![counter] - mean(others, counter)) : 0))
}

const mean = (some: readonly Totals[], counter: keyof Totals): number =>
  some.reduce((sum, used) => sum + used[counter], 0) / some.length
