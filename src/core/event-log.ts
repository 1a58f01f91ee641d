import type { Change, OpenTurn, Told } from './change'
import { inRealm, type Ids } from './ids'
import { jsonLists } from './json-lists'
import type { Listening } from './queues'
import type { Event } from './register'
import { fragment, type Fragment, type Sql } from './sql'

/** Something told, with its place in the order of all that the realm's clients are told. */
export interface Entry {
  readonly id: number
  readonly to: readonly number[] | ReadonlySet<number>
  readonly event: Event
  readonly each?: Told['each']
  /** Only this queue is told. */
  readonly queue_id?: string
}

/** The counter of event ids; one series for the whole realm, so that they grow along every queue. */
export const eventCounter = 'event'

/**
 * Takes the ids of events at once. For what must be told before a message that the same change sends later: its row
 * carries an id that is taken when the message is made.
 */
export const inOrder = ({ next }: Pick<OpenTurn, 'next'>, events: readonly Told[]): Told[] =>
  events.map((told) => (told.id === undefined ? { ...told, place: takeIds(next, told) } : told))

/** As many ids as an event takes; the last of them is its own. */
function takeIds(next: OpenTurn['next'], { takes = 1 }: Told): number {
  let id = next(eventCounter)
  for (let taken = 1; taken < takes; taken += 1) id = next(eventCounter)
  return id
}

/** Numbers the events of a change. The last id of those that take several is theirs. */
export function numbered({ events = [] }: Change<unknown>, ids: Ids): Entry[] {
  const next = (counter: string): number => ids.next(counter)
  const entries = events.map((told) => {
    const { to, event, each, id, place } = told
    return { id: id ?? place ?? takeIds(next, told), to, event, ...(each !== undefined && { each }) }
  })
  return entries.toSorted((left, right) => left.id - right.id)
}

/**
 * The rows from which a change's events can be told again after this object was lost, nearly always one; none when
 * nobody listens, or when they stand in rows of their own.
 */
export function logged(
  { events = [], check }: Change<unknown>,
  entries: readonly Entry[],
  listening: Listening,
): Fragment[] {
  const kept = new Set(events.filter(({ id, fleeting }) => id === undefined && !fleeting).map(({ event }) => event))
  const told = entries
    .filter(({ event }) => kept.has(event))
    .map((entry) => ({ ...entry, to: [...entry.to].filter((user_id) => listening.has(user_id)) }))
    .filter(({ to }) => to.length > 0)
  const holds = check?.holds ?? fragment`true`
  return jsonLists(told).map(
    ({ items, json }) => fragment`insert into event (id, told) select ${items.at(-1)!.id}, ${json} where ${holds}`,
  )
}

/** Rows of one read: what follows is found by the next. */
const mostRows = 1000

/** Logged events for a user after one id and up to another; `complete_to` is how far the answer reaches. */
export async function loggedEvents(
  sql: Sql,
  { realm_id, user_id, after, up_to }: { realm_id: number; user_id: number; after: number; up_to: number },
): Promise<{ entries: Entry[]; complete_to: number }> {
  const rows = await sql`
    select id, told from event
    where id > ${after} and id <= ${up_to} and ${inRealm(fragment`id`, realm_id)}
    order by id
    limit ${mostRows}
  `.all<{ id: number; told: string }>()
  const entries = rows
    .flatMap(({ told }) => JSON.parse(told) as (Entry & { to: number[] })[])
    .filter(({ id, to }) => id > after && to.includes(user_id))
  return { entries, complete_to: rows.length < mostRows ? up_to : rows.at(-1)!.id }
}

/** Forgets what no queue can ask for any more. */
export const forgetEvents = (realm_id: number, up_to: number): Fragment =>
  fragment`delete from event where id <= ${up_to} and ${inRealm(fragment`id`, realm_id)}`
