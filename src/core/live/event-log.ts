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
  /** Number of ids that it takes, if more than one. */
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
 * holds, and which can be deleted, such as messages.
 */
export interface EventSubjects {
  /** Ids of the event's subjects; mostly none. */
  subjectsOf(event: Event): readonly number[]
  /** The event without the text of deleted subjects: the same object, a shorter event, or null. */
  without(event: Event, gone: ReadonlySet<number>): Event | null
}

/** The counter of event ids; one series for the whole realm, so that they grow along every queue. */
export const eventCounter = 'event'

/** The counter of the log's size. */
const logCounter = 'logged'

/**
 * Size of everything that was ever written to the log, in thousands of characters, each row rounded up. Rows elsewhere that
 * are kept for queues alone count, too (`Change.logs`).
 */
export const logSize = (counters: Counters): number => counters[logCounter] ?? 0

const countRow = (ids: Ids, size: number): void => ids.count(logCounter, Math.ceil(size / 1000))

/**
 * Takes the ids of events at once, for events that come before one of the same change whose id a row of its own carries: that
 * id is taken when the row is made.
 */
export const inOrder = ({ next }: Pick<SystemTurn, 'next'>, events: readonly OutgoingEvent[]): OutgoingEvent[] =>
  events.map((told) => (told.id === undefined ? { ...told, place: takeIds(next, told) } : told))

/** Takes the ids of an event; the last of them is its own. */
function takeIds(next: SystemTurn['next'], { takes = 1 }: OutgoingEvent): number {
  let id = next(eventCounter)
  for (let taken = 1; taken < takes; taken += 1) id = next(eventCounter)
  return id
}

/** Gives the events of a change their ids. */
export function numbered({ events = [] }: Change<unknown>, ids: Ids): Entry[] {
  const next = (counter: string): number => ids.next(counter)
  const entries = events.map((told) => {
    const { to, event, each, takes = 1, id, place } = told
    return {
      id: id ?? place ?? takeIds(next, told),
      to,
      event,
      ...(each !== undefined && { each }),
      ...(takes > 1 && { takes }),
    }
  })
  return entries.toSorted((left, right) => left.id - right.id)
}

interface Log {
  listening: Listening
  subjects: EventSubjects
  ids: Ids
  tail: LogTail
}

/**
 * Puts a change's events into the log, for reading them again after the object was lost: nothing when no recipient has a
 * queue, or when rows of their own carry the events. An event with a subject has a row alone, so that it can be deleted with
 * the subject. The row need not be there to be added to: the change that began it may have failed.
 */
export function logged(
  { events = [], precondition, logs = 0 }: Change<unknown>,
  entries: readonly Entry[],
  { listening, subjects, ids, tail }: Log,
): Fragment[] {
  const kept = new Set(events.filter(({ id, ephemeral }) => id === undefined && !ephemeral).map(({ event }) => event))
  const told = entries
    .filter(({ event }) => kept.has(event))
    .map((entry) => ({ ...entry, to: [...entry.to].filter((user_id) => listening.has(user_id)) }))
    .filter(({ to }) => to.length > 0)
  const holds = precondition?.condition ?? fragment`true`
  if (logs > 0) countRow(ids, logs)
  return logRows(told, subjects).flatMap(({ items, about }) => {
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
      const left = subjects.without(only!.event, new Set([thing_id]))
      const rest = left === null ? null : JSON.stringify([{ ...only, event: left }])
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

/** Groups events into rows, in their order: each row ends where the next begins, so that ids tell which row an event is in. */
function logRows(told: readonly Entry[], subjects: EventSubjects): LogRow[] {
  const result: LogRow[] = []
  for (const entry of told) {
    const things = subjects.subjectsOf(entry.event)
    const last = result.at(-1)
    if (things.length > 0) result.push({ items: [{ ...entry, about: things }], about: things })
    else if (last === undefined || last.about.length > 0) result.push({ items: [entry], about: [] })
    else last.items.push(entry)
  }
  return result
}

/** Takes the text of deleted subjects out of the log, if the change's precondition holds. */
export function withdrawn(
  things: readonly number[],
  { precondition }: Pick<Change<unknown>, 'precondition'>,
): Fragment[] {
  const holds = precondition?.condition ?? fragment`true`
  const gone = fragment`thing_id in (select value from json_each(${JSON.stringify(things)})) and ${holds}`
  return [
    fragment`delete from event where id in (select event_id from event_about where rest is null and ${gone})`,
    fragment`
      update event set told = rest from event_about
      where event.id = event_about.event_id and rest is not null and ${gone}`,
    fragment`delete from event_about where ${gone}`,
  ]
}

/** Most rows and characters of one read; the next read goes on. */
const most = { rows: 1000, size: 1_000_000 }

/** Logged events for a user after one id and up to another; `complete_to` is how far the answer reaches. */
export async function loggedEvents(
  sql: Sql,
  { realm_id, user_id, after, up_to }: { realm_id: number; user_id: number; after: number; up_to: number },
): Promise<{ entries: Entry[]; complete_to: number }> {
  // Rows have the id of their first event; of earlier releases, of the last one.
  const ofRealm = inRealm(fragment`id`, realm_id)
  const sizes = await sql`
    select id, octet_length(told) as size from event
    where ${ofRealm}
      and id >= coalesce((select max(id) from event where id <= ${after} and ${ofRealm}), ${after})
      and id <= coalesce((select min(id) from event where id >= ${up_to} and ${ofRealm}), ${up_to})
    order by id
    limit ${most.rows}
  `.all<{ id: number; size: number }>()
  let size = 0
  const tooMany = sizes.findIndex((row) => (size += row.size) > most.size)
  // The first may have nothing that is asked for.
  const chosen = tooMany === -1 ? sizes : sizes.slice(0, Math.max(tooMany, 2))
  if (chosen.length === 0) return { entries: [], complete_to: up_to }
  const rows = await sql`
    select told from event
    where id >= ${chosen[0]!.id} and id <= ${chosen.at(-1)!.id} and ${ofRealm}
    order by id
  `.all<{ told: string }>()
  const read = rows.flatMap(({ told }) => JSON.parse(told) as (Entry & { to: number[] })[])
  const isAll = chosen.length === sizes.length && sizes.length < most.rows
  return {
    entries: read.filter(({ id, to }) => id > after && id <= up_to && to.includes(user_id)),
    complete_to: isAll ? up_to : Math.min(read.at(-1)!.id, up_to),
  }
}

/**
 * Deletes events from the log that no queue can ask for any more. The row that may have later events stays; there are none
 * after the event `last`.
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
