import type { Change, SystemTurn, OutgoingEvent, Listening } from '../turn/change'
import { inRealm, type Counters, type Ids } from '../sql/ids'
import { jsonLists } from '../sql/json-lists'
import type { Event } from '../base/product'
import type { LogTail } from './log-tail'
import { fragment, type Fragment, type Sql } from '../sql/sql'

/** An event with its recipients and its id, which orders all events of the realm. */
export interface Entry {
  readonly id: number
  readonly to: readonly number[] | ReadonlySet<number>
  readonly event: Event
  readonly each?: OutgoingEvent['each']
  /** Number of ids that it needs, if more than one. */
  readonly takes?: number
  /** The only queue that gets it. */
  readonly queue_id?: string
}

/** An event for one user, with its id. */
export interface PersonalEvent {
  readonly id: number
  readonly event: Event
}

/** The event of an entry as one user gets it. */
export const eventFor = ({ event, each }: Pick<Entry, 'event' | 'each'>, user_id: number): Event =>
  each?.[user_id] === undefined ? event : ({ ...event, ...each[user_id] } as Event)

/**
 * The product's rules about text in events, which the log does not know. The subjects of an event are the things whose text it
 * contains and which can be deleted, such as messages.
 */
export interface EventSubjects {
  /** Ids of the event's subjects. Most events have none. */
  subjectsOf(event: Event): readonly number[]
  /** The event without the text of deleted subjects: the same object if it has none, a shorter event, or null if nothing remains. */
  without(event: Event, gone: ReadonlySet<number>): Event | null
}

/** The counter of event ids. There is one series for the whole realm, so that ids grow along every queue. */
export const eventCounter = 'event'

/** The counter of the log's size. */
const logCounter = 'logged'

/**
 * Size of everything that was ever written to the log, in thousands of characters, each row rounded up. Rows of other tables that
 * exist only for queues count, too (`Change.logs`).
 */
export const logSize = (counters: Counters): number => counters[logCounter] ?? 0

const countRow = (ids: Ids, size: number): void => ids.count(logCounter, Math.ceil(size / 1000))

/**
 * Takes the ids of these events at once. Needed if a later event of the same change is carried by a row of its own: the id of that
 * event is taken when the row is made, and must be higher.
 */
export const inOrder = ({ next }: Pick<SystemTurn, 'next'>, events: readonly OutgoingEvent[]): OutgoingEvent[] =>
  events.map((event) => (event.id === undefined ? { ...event, place: takeIds(next, event) } : event))

/** Takes the ids that an event needs. The last one is the event's own id. */
function takeIds(next: SystemTurn['next'], { takes = 1 }: OutgoingEvent): number {
  let id = next(eventCounter)
  for (let taken = 1; taken < takes; taken += 1) id = next(eventCounter)
  return id
}

/** The events of a change with their ids. */
export function entriesOfChange({ events = [] }: Change<unknown>, ids: Ids): Entry[] {
  const next = (counter: string): number => ids.next(counter)
  const entries = events.map((outgoing) => {
    const { to, event, each, takes = 1, id, place } = outgoing
    return {
      id: id ?? place ?? takeIds(next, outgoing),
      to,
      event,
      ...(each !== undefined && { each }),
      ...(takes > 1 && { takes }),
    }
  })
  return entries.toSorted((a, b) => a.id - b.id)
}

interface Log {
  listening: Listening
  subjects: EventSubjects
  ids: Ids
  tail: LogTail
}

/**
 * The statements that put a change's events into the log, from which they are read again after the object was lost. Events that no
 * recipient listens for, and those that rows of their own carry, are left out. An event with a subject has a row alone, so that it
 * can be deleted with the subject. Other events are added to the last row, or begin it again if the change that began it failed.
 */
export function logWrites(
  { events = [], precondition, logs = 0 }: Change<unknown>,
  entries: readonly Entry[],
  { listening, subjects, ids, tail }: Log,
): Fragment[] {
  const toLog = new Set(events.filter(({ id, ephemeral }) => id === undefined && !ephemeral).map(({ event }) => event))
  const logged = entries
    .filter(({ event }) => toLog.has(event))
    .map((entry) => ({ ...entry, to: [...entry.to].filter((user_id) => listening.has(user_id)) }))
    .filter(({ to }) => to.length > 0)
  const holds = precondition?.condition ?? fragment`true`
  if (logs > 0) countRow(ids, logs)
  return logRows(logged, subjects).flatMap(({ items, about }) => {
    if (about.length > 0) tail.end()
    const rows = jsonLists(items).map(({ items, json }) => {
      countRow(ids, json.length)
      return fragment`
        insert into event (id, told) select ${tail.rowFor(items[0]!.id, json.length)}, ${json} where ${holds}
        on conflict (id) do update set told = substr(told, 1, length(told) - 1) || ',' || substr(excluded.told, 2)`
    })
    if (about.length > 0) tail.end()
    const [only] = items
    const links = about.map((thing_id) => {
      const remaining = subjects.without(only!.event, new Set([thing_id]))
      const rest = remaining === null ? null : JSON.stringify([{ ...only, event: remaining }])
      return fragment`
        insert into event_about (thing_id, event_id, rest) select ${thing_id}, ${only!.id}, ${rest} where ${holds}`
    })
    return [...rows, ...links]
  })
}

interface LogRow {
  items: (Entry & { about?: readonly number[] })[]
  about: readonly number[]
}

/** Groups events into rows, in their order. Rows do not overlap, so that an id tells which row its event is in. */
function logRows(entries: readonly Entry[], subjects: EventSubjects): LogRow[] {
  const result: LogRow[] = []
  for (const entry of entries) {
    const things = subjects.subjectsOf(entry.event)
    const last = result.at(-1)
    if (things.length > 0) result.push({ items: [{ ...entry, about: things }], about: things })
    else if (last === undefined || last.about.length > 0) result.push({ items: [entry], about: [] })
    else last.items.push(entry)
  }
  return result
}

/** The statements that remove the text of deleted subjects from the log, if the change's precondition is true. */
export function withdrawalWrites(
  things: readonly number[],
  { precondition }: Pick<Change<unknown>, 'precondition'>,
): Fragment[] {
  const holds = precondition?.condition ?? fragment`true`
  const isAboutDeleted = fragment`thing_id in (select value from json_each(${JSON.stringify(things)})) and ${holds}`
  return [
    fragment`delete from event where id in (select event_id from event_about where rest is null and ${isAboutDeleted})`,
    fragment`
      update event set told = rest from event_about
      where event.id = event_about.event_id and rest is not null and ${isAboutDeleted}`,
    fragment`delete from event_about where ${isAboutDeleted}`,
  ]
}

/** Rows of one read of the log. The next read goes on from there. */
const maxReadRows = 1000

/** Characters of one read of the log. */
const maxReadCharacters = 1_000_000

/** Logged events for a user after one id and up to another. The answer may end earlier: at `complete_to`. */
export async function loggedEvents(
  sql: Sql,
  { realm_id, user_id, after, up_to }: { realm_id: number; user_id: number; after: number; up_to: number },
): Promise<{ entries: Entry[]; complete_to: number }> {
  // The id of a row is that of its first event, or, in rows of earlier releases, of its last one.
  const ofRealm = inRealm(fragment`id`, realm_id)
  const sizes = await sql`
    select id, octet_length(told) as size from event
    where ${ofRealm}
      and id >= coalesce((select max(id) from event where id <= ${after} and ${ofRealm}), ${after})
      and id <= coalesce((select min(id) from event where id >= ${up_to} and ${ofRealm}), ${up_to})
    order by id
    limit ${maxReadRows}
  `.all<{ id: number; size: number }>()
  let size = 0
  const tooMany = sizes.findIndex((row) => (size += row.size) > maxReadCharacters)
  // The first row may have no event of this range, so at least two are read.
  const chosen = tooMany === -1 ? sizes : sizes.slice(0, Math.max(tooMany, 2))
  if (chosen.length === 0) return { entries: [], complete_to: up_to }
  const rows = await sql`
    select told from event
    where id >= ${chosen[0]!.id} and id <= ${chosen.at(-1)!.id} and ${ofRealm}
    order by id
  `.all<{ told: string }>()
  const read = rows.flatMap((row) => JSON.parse(row.told) as (Entry & { to: number[] })[])
  const isAll = chosen.length === sizes.length && sizes.length < maxReadRows
  return {
    entries: read.filter(({ id, to }) => id > after && id <= up_to && to.includes(user_id)),
    complete_to: isAll ? up_to : Math.min(read.at(-1)!.id, up_to),
  }
}

/**
 * Deletes events from the log that no queue can ask for any more. `last` is the latest event of the realm. While there are later
 * ones than `up_to`, the row that may have them stays.
 */
export function forgetEvents(realm_id: number, { up_to, last }: { up_to: number; last: number }): Fragment[] {
  const ofRealm = inRealm(fragment`event.id`, realm_id)
  const latest = fragment`(select max(event.id) from event where event.id <= ${up_to + 1} and ${ofRealm})`
  const old = fragment`${up_to < last ? fragment`event.id < ${latest}` : fragment`event.id <= ${up_to}`} and ${ofRealm}`
  return [
    fragment`
      delete from event_about where (thing_id, event_id) in (
        select thing.value, event.id from event cross join json_each(event.told -> '$[0].about') as thing where ${old}
      )`,
    fragment`delete from event where ${old}`,
  ]
}
