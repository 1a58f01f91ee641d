import { deviceKeys } from '../push-service.ts'
import { waitUntilSettled } from './deeds.ts'
import type { Office } from './office.ts'
import { hasPhone, team } from './people.ts'
import { inParallel, programOf } from './program.ts'
import { totalsOf, type Totals } from './usage.ts'

/** Milliseconds in which the server notes what became of the last push. */
const untilNoted = 500

/** Gives phones to those who have one, and answers the rows that the first push of a day to a phone writes. */
export async function firstPushOf({ site, addresses, people, meter, outside }: Office): Promise<Totals> {
  const owners = people.map((_, person) => person).filter(hasPhone)
  await inParallel(owners, 4, async (person) => {
    const ask = await programOf(site, addresses[person]!)
    await ask('POST', '/users/me/web_push', { endpoint: `${outside.pushAddress}/${person}`, ...deviceKeys() })
  })
  const senders = await Promise.all(
    owners.map((person) => programOf(site, addresses[(person + team.people - 1) % team.people]!)),
  )
  /** Everybody with a phone gets a message from a neighbour. */
  const round = (): Promise<Totals> =>
    meter.during(async () => {
      for (const [index, person] of owners.entries()) {
        const before = outside.pushService.count
        await senders[index]!('POST', '/messages', { type: 'private', to: [people[person]], content: 'Here?' })
        await waitUntilSettled(() => outside.pushService.count > before)
      }
      await new Promise((resolve) => setTimeout(resolve, untilNoted))
    })
  const [first, further] = [await round(), await round()]
  return totalsOf((counter) =>
    counter === 'rows_written' ? Math.max(0, first[counter] - further[counter]) / owners.length : 0,
  )
}
