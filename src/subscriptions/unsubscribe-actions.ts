import { unsubscribe } from './writes'
import { tell, joinSteps, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'
import { flagsOnLeaving } from '../read-state/events-on-leaving'
import { assertAdministers, mayKnow, streamDoesNotExist } from '../streams/access'
import { archiveStreams } from '../streams/archive'
import { streamsByName, type ListedStream } from '../streams/queries'
import { activeBotsOfAll } from '../users/queries'
import { maxSubscriptions } from './actions'
import { subscriberInvalidations } from './invalidation'
import type { Addition } from './added-events'
import { peersRemoved } from './peer-events'
import { principalsOf, type Principals } from './principals'
import { subscribersOf } from './subscribers'

interface UnsubscribeInput {
  subscriptions: string[]
  principals: Principals
}

export interface UnsubscribeResult {
  removed: string[]
  not_removed: string[]
}

interface Leaving {
  user_id: number
  stream_id: number
  stream: ListedStream
}

/**
 * Removes people from streams. Removing others takes an administrator of the organization or of each stream (endpoints, DELETE
 * /users/me/subscriptions). If somebody else removes a person from a private stream, their bots leave it as well. A private
 * stream without subscribers is archived. `added` are subscriptions that the same request has created, and that are not in the
 * database yet.
 */
export async function unsubscribeFromStreams(
  turn: Turn,
  input: UnsubscribeInput,
  added: readonly Addition[] = [],
): Promise<Change<UnsubscribeResult>> {
  const people = await principalsOf(turn, input.principals)
  const streams = await namedStreams(turn, input.subscriptions, added)
  if (people.some(({ id }) => id !== turn.actor.id)) {
    const stream_ids = streams.map(({ stream }) => stream.id)
    await assertAdministers(turn, stream_ids)
  }

  const removed: string[] = []
  const not_removed: string[] = []
  const leaving: Leaving[] = []
  const deserted = new Set<number>()
  for (const { stream, subscribers } of streams) {
    const named = people.flatMap(({ id }) => (subscribers.has(id) ? [id] : []))
    const ending = [...new Set([...named, ...(await botsRemovedWith(turn, stream, named, subscribers))])]
    leaving.push(...ending.map((user_id) => ({ user_id, stream_id: stream.id, stream })))
    ;(ending.length > 0 ? removed : not_removed).push(stream.name)
    if (stream.invite_only && ending.length > 0 && ending.length === subscribers.size) deserted.add(stream.id)
  }
  if (leaving.length > maxSubscriptions) throw refused(`Too many subscriptions at once (limit: ${maxSubscriptions})`)

  const remaining = leaving.filter(({ stream_id }) => !deserted.has(stream_id))
  const last = leaving.filter(({ stream_id }) => deserted.has(stream_id))
  const next_message_id = turn.upcoming('message')
  const step = joinSteps(
    {
      writes: [
        ...unsubscribe(remaining, { at: turn.now, next_message_id }),
        // They stay until the stream is archived.
        ...unsubscribe(last, { at: null, next_message_id }),
      ],
      events: subscriptionsRemoved(turn, leaving),
      invalidates: leaving.flatMap(({ stream_id }) => subscriberInvalidations(stream_id)),
    },
    await peersRemoved(turn, leaving),
    { writes: [], events: await flagsOnLeaving(turn, remaining) },
    await archiveStreams(turn, [...deserted]),
  )
  return { ...step, result: { removed, not_removed } }
}

/**
 * Ids of the active bots that leave a private stream together with their owners, whom somebody else removes: otherwise the owners
 * could read on with the keys of their bots.
 */
async function botsRemovedWith(
  { actor, sql, realm_id }: Turn,
  { invite_only }: ListedStream,
  removed: readonly number[],
  subscribers: ReadonlySet<number>,
): Promise<number[]> {
  const owners = removed.filter((id) => id !== actor.id)
  if (!invite_only || owners.length === 0) return []
  return (await activeBotsOfAll(sql, realm_id, owners)).filter((id) => subscribers.has(id))
}

interface NamedStream {
  stream: ListedStream
  subscribers: ReadonlySet<number>
}

/** The named streams, each once. The refusal is the same for missing and hidden ones. */
async function namedStreams(turn: Turn, names: readonly string[], added: readonly Addition[]): Promise<NamedStream[]> {
  const { actor, sql, realm_id } = turn
  const byName = await streamsByName(
    sql,
    realm_id,
    names.map((name) => name.trim()),
  )
  const subscribers = await subscribersOf(
    turn,
    [...byName.values()].map(({ id }) => id),
  )
  for (const { person, stream } of added) {
    byName.set(foldCase(stream.name), stream)
    subscribers.set(stream.id, new Set([...(subscribers.get(stream.id) ?? []), person.id]))
  }
  const found = new Map<number, NamedStream>()
  for (const name of names) {
    const stream = byName.get(foldCase(name.trim()))
    if (stream === undefined) throw streamDoesNotExist({ name })
    const present = subscribers.get(stream.id) ?? new Set<number>()
    if (!mayKnow(actor, stream, present.has(actor.id))) throw streamDoesNotExist({ name })
    found.set(stream.id, { stream, subscribers: present })
  }
  return [...found.values()]
}

/** Events `subscription`, `remove`. People who leave the same streams share one event. */
function subscriptionsRemoved({ listening }: Turn, leaving: readonly Leaving[]): OutgoingEvent[] {
  const listeners = leaving.filter(({ user_id }) => listening.has(user_id))
  const groups = new Map<string, { user_ids: number[]; streams: ListedStream[] }>()
  for (const [user_id, own] of Map.groupBy(listeners, ({ user_id }) => user_id)) {
    const streams = own.map(({ stream }) => stream)
    const key = streams.map(({ id }) => id).join()
    const group = groups.get(key) ?? { user_ids: [], streams }
    group.user_ids.push(user_id)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ user_ids, streams }) =>
    tell(user_ids, {
      type: 'subscription',
      op: 'remove',
      subscriptions: streams.map(({ id, name }) => ({ stream_id: id, name })),
    }),
  )
}
