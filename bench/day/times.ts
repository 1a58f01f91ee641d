/** How often everything is done in a day, and in some minutes of the busiest hour. */
import {
  acknowledgementsInMinute,
  acknowledging,
  daily,
  deeds,
  devices,
  minutesOfDay,
  notifyingDeeds,
  phones,
  socketDeeds,
  team,
  zones,
  type Deed,
} from './people.ts'

/** What the server does for all people together. */
export const together = {
  marks: 'a commit of marks',
  pages: 'marks that go to pages',
  presences: 'presences that are stored',
  alarms: 'an alarm for lost notifications',
  firstPushes: 'the first push of a day to a phone',
  kept: "rows of the object's own storage",
  night: 'the work of the night',
} as const

export type Item = Deed | typeof acknowledging | (typeof together)[keyof typeof together]

/** Times per second that something is done while this part of the team works, if people act at random. */
const inSecond = (deed: Deed, working: number): number => (daily[deed] / (minutesOfDay * 60)) * working

/** Marks are committed at most every ten seconds (`src/read-state/mark-read.ts`); those that come meanwhile have the next commit. */
function commitsOfMarks(working: number): number {
  const [pace, marks] = [10, inSecond('marking messages as read', working)]
  return marks === 0 ? 0 : 1 / (pace + Math.exp(-marks * pace) / marks)
}

/** How often per second something happens that one of these deeds sets off, at most once in the given number of seconds. */
function atMostEvery(seconds: number, some: readonly Deed[], working: number): number {
  const rate = some.reduce((sum, deed) => sum + inSecond(deed, working), 0)
  return rate === 0 ? 0 : 1 / (seconds + 1 / rate)
}

/** Presences are stored when a connection is lost, at most once a minute (`src/presence/writes.ts`). */
const storesOfPresences = (working: number): number => atMostEvery(60, ['a lost connection'], working)

/** An alarm looks whether notifications got lost, a minute after the first of them began (`src/core/turn/agenda.ts`). */
const alarmsOfNotifications = (working: number): number => atMostEvery(60, notifyingDeeds, working)

/** Deeds that change something, each in a commit of its own. */
const committed: readonly Deed[] = [...socketDeeds, 'a mail that becomes a message' as const].filter(
  (deed) => !['a typing notice', 'marking messages as read', 'a report of presence'].includes(deed),
)

/** Seconds by which the object's own storage lags behind (`src/core/base/debounced-work.ts`). */
const lag = 3

/** Rows with shares of the day, of 64 accounts each, that the changes of these seconds belong to: one, or both. */
const rowsOfShares = 1.5

/** Rows in which queues are kept (`src/core/live/queue-rows.ts`), and seconds until one of a row is noted to be in use again. */
const rowsOfQueues = { maxRows: 32, seconds: 65 }

/** Rows of its own storage in which the object notes what was committed and by whom, and which queues are in use. */
function rowsKept(working: number): number {
  const commits = commitsOfMarks(working) + committed.reduce((sum, deed) => sum + inSecond(deed, working), 0)
  if (commits === 0) return 0
  const queues = rowsOfQueues.maxRows * (1 - Math.exp((-devices * working) / rowsOfQueues.maxRows))
  return (1 + rowsOfShares) / (lag + 1 / commits) + queues / rowsOfQueues.seconds
}

/** Characters of all marks of a day: a word of 32 messages for each reader. They go to pages by the 48,000 (`src/read-state/recent-marks.ts`). */
const charactersOfMarks = team.people * (team.messages / 32) * 16
const foldsOfDay = charactersOfMarks / 48_000

/** Most of the night's work are read watermarks, which wait until 8,192 messages came after them (`src/read-state/old-watermarks.ts`). */
const nightsOfDay = team.messages / 8192

/** Of each thing, how often it is done in the whole day. */
export const inDay: Readonly<Record<Item, number>> = {
  ...daily,
  [acknowledging]: acknowledgementsInMinute() * minutesOfDay,
  [together.marks]: overHours(commitsOfMarks),
  [together.pages]: foldsOfDay,
  [together.presences]: overHours(storesOfPresences),
  [together.alarms]: overHours(alarmsOfNotifications),
  [together.firstPushes]: phones,
  [together.kept]: overHours(rowsKept),
  [together.night]: nightsOfDay,
}

/**
 * Of each thing, how often it is done in some minutes of the busiest hour, when everybody works: whole deeds, and nothing of what is
 * done once a day.
 */
export const inMinutes = (minutes: number): Record<Item, number> => ({
  ...(Object.fromEntries(
    deeds.map((deed) => [deed, Math.round((daily[deed] * minutes) / minutesOfDay)]),
  ) as typeof daily),
  [acknowledging]: acknowledgementsInMinute() * minutes,
  [together.marks]: commitsOfMarks(1) * minutes * 60,
  [together.pages]: (foldsOfDay * minutes) / minutesOfDay,
  [together.presences]: storesOfPresences(1) * minutes * 60,
  [together.alarms]: alarmsOfNotifications(1) * minutes * 60,
  [together.firstPushes]: 0,
  [together.kept]: rowsKept(1) * minutes * 60,
  [together.night]: 0,
})

/** Words said on sockets and requests of the object in a second, when everybody works. */
const eventsInSecond =
  (
    [...socketDeeds, 'a lost connection', 'a registration', 'a mail that becomes a message', acknowledging] as const
  ).reduce((sum, name) => sum + inDay[name], 0) /
  (minutesOfDay * 60)

/** Seconds without an event after which the object sleeps. */
const idleSeconds = 10

/** Share of the time in which the object is awake while so much of the team works: somebody says something within ten seconds. */
export const awakeShare = (working: number): number => 1 - Math.exp(-eventsInSecond * working * idleSeconds)

/** Seconds of the day in which the object is awake. */
export const awakeSeconds = (): number => overHours(awakeShare)

/** What happens in a day, computed from what happens in a second while this part of the team works. */
function overHours(inSecondOf: (working: number) => number): number {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const working = zones.filter(({ ahead }) => {
      const local = (hour + ahead + 24) % 24
      return local >= team.startsAt && local < team.startsAt + team.hours
    })
    return working.length / zones.length
  })
  return hours.reduce((sum, working) => sum + inSecondOf(working) * 3600, 0)
}
