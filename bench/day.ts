/**
 * `npm run bench:day`: whether a team of a hundred people gets by with the free plan. It measures on a running server what each
 * thing uses that people do (`day/units.ts`), multiplies by how often they do it in a day (`day/people.ts`), and proves the
 * multiplication by playing ten minutes of the busiest hour in real time, with the client library (`day/play.ts`).
 *
 * `-- --minutes 2` plays fewer minutes; `--minutes 0` none. `--strangers 1000` lets strangers ask less often.
 *
 * It ends with 1 when a quota is used by more than half, when what was played differs by more than 15 per cent from what was
 * reckoned, or when strangers used more than a row for each request.
 */
import { parseArgs } from 'node:util'
import { openOffice, type Desk, type Office } from './day/office.ts'
import { devices, team } from './day/people.ts'
import { firstPushOf } from './day/phones.ts'
import { play } from './day/play.ts'
import { prepare } from './day/deeds.ts'
import { inParallel } from './day/program.ts'
import { audienceOf, Rest } from './day/rest.ts'
import { ask } from './day/strangers.ts'
import { limits, markdown, ofDay, overfull, playedTable, quotasTable, thingsTable } from './day/table.ts'
import { unitsOf } from './day/units.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, strangers: { type: 'string', default: '10000' } },
})
const [minutes, strangers] = [Number(values.minutes), Number(values.strangers)]

/** Devices at which things are done to find out what they use, while everybody else listens. */
const measuredAt = 12

const openedAtOnce = 6

/** Milliseconds after which the server has nothing more to do for those who left. */
const untilGone = 15_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const note = (text: string): void => void process.stderr.write(`${text}\n`)

async function run(office: Office): Promise<boolean> {
  const desks: Desk[] = []
  const openUpTo = async (count: number): Promise<void> => {
    const numbers = Array.from({ length: count - desks.length }, (_, index) => desks.length + index)
    await inParallel(numbers, openedAtOnce, async (number) => {
      const desk = await office.open(number % team.people)
      await prepare(desk, office)
      desks.push(desk)
    })
  }
  note('giving phones')
  const firstPush = await firstPushOf(office)
  await openUpTo(measuredAt)
  const audience = await audienceOf(
    office,
    Array.from({ length: team.people - measuredAt }, (_, index) => measuredAt + index),
  )
  const units = await unitsOf(office, {
    desks,
    rest: new Rest(office, desks, audience),
    firstPush,
    onUnit: (item) => note(`measuring ${item}`),
  })
  await audience.end()
  const day = ofDay(units)
  say(`\nA day of ${team.people} people and ${team.messages} messages on the free plan:\n`)
  say(markdown(quotasTable(day)))
  say(markdown(thingsTable(units)))
  const full = overfull(day)
  if (full.length > 0) say(`More than ${limits.ofQuota} %: ${full.join(', ')}\n`)
  let isRight = full.length === 0

  if (minutes > 0) {
    note(`opening ${devices} devices`)
    await openUpTo(devices)
    note(`playing ${minutes} minutes`)
    const played = await play(office, desks, minutes)
    const { rows, farthest } = playedTable(units, played, minutes)
    say(`${minutes} minutes of the busiest hour, with ${devices} connected devices of ${team.people} people:\n`)
    say(markdown(rows))
    for (const failure of played.failures) say(failure)
    if (farthest > limits.difference) say(`They differ by more than ${limits.difference} %.\n`)
    isRight &&= farthest <= limits.difference
  }
  for (const { client } of desks) await client.close()
  // Others are told of those who left a little later.
  await new Promise((resolve) => setTimeout(resolve, untilGone))

  note(`${strangers} requests of strangers`)
  const used = await ask(office, strangers)
  say(
    `${strangers} requests of strangers: ${Math.round(used.rows_read)} rows read, ${Math.round(used.rows_written)} written, ` +
      `${Math.round(used.object_requests)} requests of objects`,
  )
  return isRight && used.rows_read <= strangers && used.object_requests < 1
}

const office = await openOffice()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void office.stop().finally(() => process.exit(1)))
try {
  process.exitCode = (await run(office)) ? 0 : 1
} finally {
  await office.stop()
}
process.exit()
