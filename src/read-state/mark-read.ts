import {
  tell,
  type Change,
  type GatheredInput,
  type OutgoingEvent,
  type Outcome,
  type SystemTurn,
  type Turn,
} from '../core/turn/change'
import { invalidMessages } from '../user-messages/visible'
import { receivedMarks, visibleAmong, type AskedMark } from './asked-marks'
import { flagsEvent } from '../flags/events'
import { foldMarks } from './fold-marks'
import type { Reader } from '../flags/queries'
import { longPartsOf, recentMarks, withMarks } from './recent-marks'
import { advanceReadWatermarks, clearUnreadMarks, holdRead, keepRecent, storeToldEvents } from './writes'

/** Messages that a user marks as read, each once. */
interface MarkRequest {
  readonly reader: Reader
  readonly messages: readonly number[]
}

/**
 * Minimal seconds between two commits of marks by sockets. Otherwise every user who reads all day would write rows every few
 * seconds, and all of them together would exceed the rows of a day.
 */
const usualPace = 10

const paceIn = ({ MARKS_WAIT_SECONDS }: Env): number => Number(MARKS_WAIT_SECONDS ?? usualPace)

/** Number of marks in a stream or conversation after which the read watermark advances. Each advance writes a row. */
const leastAdvance = 500

/** Leaves marks to `commitReadMarks`. A request that waits for its response does not wait for the marks of others. */
export function gatherReadMarks(
  { actor, connection, env }: Pick<Turn, 'actor' | 'connection' | 'env'>,
  message_ids: readonly number[],
): GatheredInput {
  const messages = [...new Set(message_ids)]
  return {
    name: 'commitReadMarks',
    input: { reader: { id: actor.id, realm_id: actor.realm_id, role: actor.role }, messages } satisfies MarkRequest,
    weight: messages.length,
    every: connection === null ? 0 : paceIn(env),
  }
}

/**
 * Marks messages as read for many users at once. A request with a message that its user may not see is refused, and the others
 * are not. Messages that were seen but not received get a row (endpoints, Flags).
 */
export async function commitReadMarks(turn: SystemTurn, requests: readonly MarkRequest[]): Promise<Change<Outcome[]>> {
  const { sql, cached, realm_id, listening, next, upcoming } = turn
  const idsOf = new Map<number, Set<number>>()
  for (const { reader, messages } of requests)
    idsOf.set(reader.id, new Set([...(idsOf.get(reader.id) ?? []), ...messages]))
  const pairs = [...idsOf].flatMap(([user_id, ids]) => [...ids].map((id) => [user_id, id] as const))
  const [received, recent] = await Promise.all([receivedMarks(sql, pairs), cached(recentMarks, realm_id)])
  const { isKnown, rowless } = await findUnreceived(turn, requests, { idsOf, received })
  const outcomes = requests.map(({ reader, messages }): Outcome =>
    messages.every((id) => isKnown(reader.id, id)) ? null : invalidMessages().refusal,
  )
  const taken = requests.filter((_, index) => outcomes[index] === null)
  const takenIds = new Set(taken.flatMap(({ reader, messages }) => messages.map((id) => keyOf(reader.id, id))))
  const isTaken = ({ user_id, id }: Pick<AskedMark, 'user_id' | 'id'>): boolean => takenIds.has(keyOf(user_id, id))
  const fresh = received.filter((mark) => mark.is_above && isTaken(mark))
  const unread = received.filter((mark) => mark.is_marked_unread && isTaken(mark))
  const held = rowless.filter(isTaken)

  const events = taken.map(({ reader, messages }): OutgoingEvent => ({
    ...tell([reader.id], flagsEvent({ op: 'add', flag: 'read' }, [...messages])),
    id: next('event'),
  }))
  const eventsJson = taken
    .flatMap(({ reader, messages }, index) =>
      listening.has(reader.id) ? [`${JSON.stringify([events[index]!.id, reader.id, messages])},`] : [],
    )
    .join('')
  const marks = withMarks(recent, fresh, eventsJson)
  const due = [...marks.counts].filter(([, count]) => count >= leastAdvance).map(([place]) => place)
  for (const place of due) marks.counts.delete(place)
  const isLong = longPartsOf(marks)
  const pages = isLong.words ? await foldMarks(turn, marks) : []
  const remainingMarks = { ...marks, ...(isLong.words && { words: {} }), ...(isLong.events && { eventCharacters: 0 }) }
  // From here on nothing can fail but the commit, after which the cache is cleared.
  Object.assign(recent, remainingMarks)
  return {
    writes: [
      ...(unread.length > 0 ? [clearUnreadMarks(unread)] : []),
      ...(held.length > 0 ? [holdRead(held)] : []),
      ...pages,
      ...(isLong.events ? [storeToldEvents(realm_id, upcoming('event') - 1, eventsJson)] : []),
      ...(fresh.length > 0 || eventsJson !== ''
        ? [keepRecent(realm_id, remainingMarks.words, isLong.events ? null : eventsJson)]
        : []),
      ...advanceReadWatermarks(due, upcoming('message')),
    ],
    result: outcomes,
    askedBy: [...idsOf.keys()],
    events,
    ...(isLong.events && { logs: marks.eventCharacters }),
  }
}

const keyOf = (user_id: number, id: number): string => `${user_id} ${id}`

/** Facts about messages that the requesting users did not receive. */
async function findUnreceived(
  { sql }: SystemTurn,
  requests: readonly MarkRequest[],
  { idsOf, received }: { idsOf: ReadonlyMap<number, ReadonlySet<number>>; received: readonly AskedMark[] },
): Promise<{ isKnown: (user_id: number, id: number) => boolean; rowless: Pick<AskedMark, 'user_id' | 'id'>[] }> {
  const known = new Set(received.map(({ user_id, id }) => keyOf(user_id, id)))
  const readers = new Map(requests.map(({ reader }) => [reader.id, reader]))
  const found = await Promise.all(
    [...idsOf].map(async ([user_id, ids]) => {
      const unknown = [...ids].filter((id) => !known.has(keyOf(user_id, id)))
      if (unknown.length === 0) return []
      const { seen, rowless } = await visibleAmong(sql, readers.get(user_id)!, unknown)
      for (const id of seen) known.add(keyOf(user_id, id))
      return rowless.map((id) => ({ user_id, id }))
    }),
  )
  return { isKnown: (user_id, id) => known.has(keyOf(user_id, id)), rowless: found.flat() }
}
