import { acknowledging, deeds, notifyingDeeds, type Deed } from './people.ts'
import { together, type Item } from './times.ts'
import { doings, isReady, prepare, speak } from './deeds.ts'
import { foldOf } from './fold.ts'
import type { Desk, Office } from './office.ts'
import type { Rest } from './rest.ts'
import { totalsOf, type Totals } from './usage.ts'

/** What a thing uses that is done once. */
export interface Unit {
  /** While it is done. */
  readonly action: Totals
  /** Later, when its events are forgotten. */
  readonly cleanup: Totals
}

export type Units = Readonly<Record<Item, Unit>>

const nothing = totalsOf(() => 0)

/** How often a thing is done to find out what it uses; messages so often that there is one digest of messages among them. */
const times = { usual: 24, message: 128 }

/** Milliseconds after each, in which the object stores what it puts off; and between marks of different people, as in the busiest hour. */
const pauses = { after: 200, marks: 1200 }

/** Milliseconds after which a queue and its connection count as lasting ones (`client/connection/follow.ts`). */
const lasting = 11_000

/** Milliseconds in which presences are not stored again (`src/presence/writes.ts`), and a little more. */
const untilPresences = 62_000

/** Messages that are said before anything is done to messages: as mixed as in the day. */
const smallTalk = 48

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const until = (time: number): Promise<void> => pause(Math.max(0, time - performance.now()))

interface Measuring {
  readonly desks: readonly Desk[]
  readonly rest: Rest
  /** What the first push of a day to a phone uses. */
  readonly firstPush: Totals
  readonly onUnit: (item: Item) => void
}

/** Does each thing some times, at devices in turn, and answers what it used for one time. */
export async function unitsOf(office: Office, { desks, rest, firstPush, onUnit }: Measuring): Promise<Units> {
  const units: Partial<Record<Item, Unit>> = {}
  /** Rows of its own storage that the object writes in a second for many messages together. */
  let sharedRows = 0
  /** Measures a thing this many times. */
  const measureItem = async (item: Item, count: number, work: () => Promise<unknown>): Promise<void> => {
    onUnit(item)
    const begin = performance.now()
    const used = await office.meter.during(work)
    const seconds = (performance.now() - begin) / 1000
    if (item === 'a message to a topic') sharedRows = used.object_rows_written / seconds
    const action = { ...used, object_rows_written: ownRows(item, used, sharedRows * seconds) }
    const cleanup = await rest.used()
    // The alarm and what leads to it are none of its own: only rows are.
    units[item] = {
      action: totalsOf((counter) => action[counter] / count),
      cleanup: totalsOf((counter) => (counter.startsWith('rows_') ? cleanup[counter] / count : 0)),
    }
  }
  const usedNow = (item: Item, action: Totals): void => {
    units[item] = { action, cleanup: nothing }
  }
  onUnit(together.pages)
  usedNow(together.pages, await foldOf(office))
  onUnit(together.night)
  usedNow(together.night, await rest.used())
  /** Somebody who is here is lost; answers when. */
  const lose = async (): Promise<number> => {
    await doings['a report of presence'](desks[0]!, office)
    await doings['a lost connection'](desks[0]!, office)
    return performance.now()
  }
  let stored = await lose()
  await measureItem(acknowledging, desks.length, () => acknowledge(desks))
  for (const deed of deeds) {
    if (deed === 'a reaction')
      for (let index = 0; index < smallTalk; index += 1) await speak(desks[index % desks.length]!, office)
    for (const desk of desks) while (!isReady(deed, desk)) await prepare(desk, office)
    if (deed === 'a lost connection') {
      await until(stored + untilPresences)
      stored = await lose()
      await pause(lasting)
    }
    const count = countOf(deed, desks)
    await measureItem(deed, count, () => doSome(deed, count, { office, desks }))
  }
  onUnit(together.marks)
  usedNow(together.marks, await commitOfMarks(office, desks))
  onUnit(together.presences)
  await until(stored + untilPresences)
  usedNow(together.presences, onlyWritten(await office.meter.during(lose)))
  usedNow(together.kept, { ...nothing, object_rows_written: 1 })
  usedNow(together.alarms, alarm)
  usedNow(together.firstPushes, firstPush)
  // What many have written together is not theirs.
  const marking = units['marking messages as read']!
  units['marking messages as read'] = { ...marking, action: { ...marking.action, rows_written: 0 } }
  return units as Units
}

const onlyWritten = ({ rows_written }: Totals): Totals => ({ ...nothing, rows_written })

/**
 * What an alarm uses. The object stores when it comes, and when the next one comes, how long the log of events is, and up to which event
 * it is deleted. The deletion is a commit.
 */
const alarm: Totals = { ...nothing, object_requests: 1, rows_written: 1, object_rows_written: 4 }

/** Things for which the object writes rows of its own storage, and next to none for many deeds together. */
const keepsOwn: readonly Item[] = ['a lost connection', 'a registration', 'a login']

/** Things for which it writes such rows beside those for many deeds together. */
const keepsBoth: readonly Item[] = [...notifyingDeeds, 'a mail that becomes a message']

/** Rows of the object's own storage that are for a thing alone. `shared` is what many messages have it write in the same time. */
function ownRows(item: Item, { object_rows_written }: Totals, shared: number): number {
  if (keepsOwn.includes(item)) return object_rows_written
  return keepsBoth.includes(item) ? Math.max(0, object_rows_written - shared) : 0
}

/** What is done to something that is used up, or at the pace of a library, is done once at each device. */
const once: readonly Deed[] = [
  'a mail about a missed message',
  'an edit',
  'a deletion',
  'a draft that is sent or dropped',
  'a lost connection',
  'a registration',
  'a login',
  'marking messages as read',
]

const messages: readonly Deed[] = ['a message to a topic', 'a message that mentions somebody', 'a direct message']

function countOf(deed: Deed, desks: readonly Desk[]): number {
  if (once.includes(deed)) return desks.length
  return messages.includes(deed) ? times.message : times.usual
}

async function doSome(
  deed: Deed,
  count: number,
  { office, desks }: { office: Office; desks: readonly Desk[] },
): Promise<void> {
  // A client puts marks off, so that devices do them beside each other.
  if (deed === 'marking messages as read') return void (await mark(office, desks))
  for (let done = 0; done < count; done += 1) {
    await doings[deed](desks[done % desks.length]!, office)
    await pause(pauses.after)
  }
}

/** Devices mark messages as read beside each other; answers when each was answered, in order. */
async function mark(office: Office, desks: readonly Desk[]): Promise<number[]> {
  const answered: number[] = []
  await Promise.all(
    desks.map(async (desk, number) => {
      await pause(number * pauses.marks)
      await doings['marking messages as read'](desk, office)
      answered.push(performance.now())
    }),
  )
  return answered
}

/** What a commit of marks writes. Those of one commit are answered at once, and there are seconds between two. */
async function commitOfMarks(office: Office, desks: readonly Desk[]): Promise<Totals> {
  let answered: readonly number[] = []
  const used = await office.meter.during(async () => (answered = await mark(office, desks)))
  const commits = answered.filter((time, index) => index === 0 || time - answered[index - 1]! > 1000).length
  return onlyWritten({ ...used, rows_written: used.rows_written / commits })
}

/** Each device acknowledges what it was told, as the library does after a minute. */
async function acknowledge(desks: readonly Desk[]): Promise<void> {
  for (const { browser, client } of desks)
    for (const socket of browser.sockets)
      socket.send(JSON.stringify({ last_event_id: client.store.state.last_event_id.peek() }))
  await pause(1000)
}
