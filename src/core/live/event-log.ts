import type { Change, SystemTurn, OutgoingEvent, Listening } from '../turn/change'
import { inRealm, type Counters, type Ids } from '../sql/ids'
import { jsonLists } from '../sql/json-lists'
import type { Event } from '../base/product'
import { fragment, type Fragment, type Sql } from '../sql/sql'

/** Something told, with its place in the order of all that the realm's clients are told. */
export interface Entry {
  readonly id: number
  readonly to: readonly number[] | ReadonlySet<number>
  readonly event: Event
  readonly each?: OutgoingEvent['each']
  /** How many ids it takes, where that is more than one. */
  readonly takes?: number
  /** Only this queue is told. */
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

/** What the log cannot know of events. */
export interface EventSubjects {
  /** Ids of what an event holds text of that is kept elsewhere and can be deleted there; mostly none. */
  about(event: Event): readonly number[]
  /** What is left of an event when such things are gone: the same, less, or nothing (null). */
  without(event: Event, gone: ReadonlySet<number>): Event | null
}

/** The counter of event ids; one series for the whole realm, so that they grow along every queue. */
export const eventCounter = 'event'

/** Counts what is written to the log. */
const logCounter = 'logged'

/** What was ever written to the log, in thousands of characters and each row rounded up, by the time of these counters. */
export const logSize = (counters: Counters): number => counters[logCounter] ?? 0

/**
 * Takes the ids of events at once. For what must be told before a message that the same change sends later: its row
 * carries an id that is taken when the message is made.
 */
export const inOrder = ({ next }: Pick<SystemTurn, 'next'>, events: readonly OutgoingEvent[]): OutgoingEvent[] =>
  events.map((told) => (told.id === undefined ? { ...told, place: takeIds(next, told) } : told))

/** As many ids as an event takes; the last of them is its own. */
function takeIds(next: SystemTurn['next'], { takes = 1 }: OutgoingEvent): number {
  let id = next(eventCounter)
  for (let taken = 1; taken < takes; taken += 1) id = next(eventCounter)
  return id
}

/** Numbers the events of a change. The last id of those that take several is theirs. */
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
}

/**
 * The rows from which a change's events can be told again after this object was lost, nearly always one; none when
 * nobody listens, or when they stand in rows of their own. An event that holds text of something stands alone, so that it
 * can go when that goes.
 */
export function logged(
  { events = [], precondition }: Change<unknown>,
  entries: readonly Entry[],
  { listening, subjects, ids }: Log,
): Fragment[] {
  const kept = new Set(events.filter(({ id, ephemeral }) => id === undefined && !ephemeral).map(({ event }) => event))
  const told = entries
    .filter(({ event }) => kept.has(event))
    .map((entry) => ({ ...entry, to: [...entry.to].filter((user_id) => listening.has(user_id)) }))
    .filter(({ to }) => to.length > 0)
  const holds = precondition?.condition ?? fragment`true`
  return stretches(told, subjects).flatMap(({ items, about }) => {
    const rows = jsonLists(items).map(({ items, json }) => {
      ids.count(logCounter, Math.ceil(json.length / 1000))
      return fragment`insert into event (id, told) select ${items.at(-1)!.id}, ${json} where ${holds}`
    })
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

interface Stretch {
  items: (Entry & { about?: readonly number[] })[]
  about: readonly number[]
}

/** Events in rows, in their order: each row ends where the next begins, so that ids tell which row an event is in. */
function stretches(told: readonly Entry[], subjects: EventSubjects): Stretch[] {
  const result: Stretch[] = []
  for (const entry of told) {
    const things = subjects.about(entry.event)
    const last = result.at(-1)
    if (things.length > 0) result.push({ items: [{ ...entry, about: things }], about: things })
    else if (last === undefined || last.about.length > 0) result.push({ items: [entry], about: [] })
    else last.items.push(entry)
  }
  return result
}

/** Takes text of deleted things out of the log, or does nothing unless the change's check holds. */
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

/** What one read looks at: rows, and characters of them. What follows is found by the next. */
const most = { rows: 1000, size: 1_000_000 }

/** Logged events for a user after one id and up to another; `complete_to` is how far the answer reaches. */
export async function loggedEvents(
  sql: Sql,
  { realm_id, user_id, after, up_to }: { realm_id: number; user_id: number; after: number; up_to: number },
): Promise<{ entries: Entry[]; complete_to: number }> {
  // The row of an event has the id of the last one in it.
  const sizes = await sql`
    select id, octet_length(told) as size from event
    where id > ${after} and ${inRealm(fragment`id`, realm_id)}
      and id <= coalesce((select min(id) from event where id >= ${up_to} and ${inRealm(fragment`id`, realm_id)}), ${up_to})
    order by id
    limit ${most.rows}
  `.all<{ id: number; size: number }>()
  let size = 0
  const tooMany = sizes.findIndex((row) => (size += row.size) > most.size)
  const chosen = tooMany === -1 ? sizes : sizes.slice(0, Math.max(tooMany, 1))
  if (chosen.length === 0) return { entries: [], complete_to: up_to }
  const last = chosen.at(-1)!.id
  const rows = await sql`
    select told from event
    where id >= ${chosen[0]!.id} and id <= ${last} and ${inRealm(fragment`id`, realm_id)}
    order by id
  `.all<{ told: string }>()
  const entries = rows
    .flatMap(({ told }) => JSON.parse(told) as (Entry & { to: number[] })[])
    .filter(({ id, to }) => id > after && id <= up_to && to.includes(user_id))
  const isAll = chosen.length === sizes.length && sizes.length < most.rows
  return { entries, complete_to: isAll ? up_to : Math.min(last, up_to) }
}

/** Forgets what no queue can ask for any more. */
export function forgetEvents(realm_id: number, up_to: number): Fragment[] {
  const old = fragment`event.id <= ${up_to} and ${inRealm(fragment`event.id`, realm_id)}`
  return [
    fragment`
      delete from event_about where (thing_id, event_id) in (
        select thing.value, event.id from event cross join json_each(event.told -> '$[0].about') as thing where ${old}
      )`,
    fragment`delete from event where ${old}`,
  ]
}
