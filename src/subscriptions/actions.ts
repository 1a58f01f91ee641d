import { about, type Altered, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { foldCase } from '../core/unicode'
import { admits } from '../realm/policies'
import { settingsOf } from '../realm/settings'
import { findStream, mayKnow } from '../streams/access'
import { streamDescription, streamName } from '../streams/names'
import { archiveStreams } from '../streams/archive'
import { insertStreams, newStream, type NewStreamOptions } from '../streams/new-stream'
import { streamById, streamByName, streamsByName, type StreamRow } from '../streams/queries'
import { assertAdministrator, isGuest } from '../users/roles'
import { pickColor } from './colors'
import { principalsOf, type Principals } from './principals'
import {
  isSubscribed,
  subscribe,
  subscriberIds,
  subscriptionsEver,
  unsubscribe,
  type NewSubscription,
  type Subscribed,
} from './queries'

interface SubscribeInput extends NewStreamOptions {
  subscriptions: { name: string; description?: string | undefined; color?: string | undefined }[]
  principals: Principals
  authorization_errors_fatal: boolean
}

interface SubscribeResult {
  subscribed: Record<string, string[]>
  already_subscribed: Record<string, string[]>
  unauthorized?: string[]
}

/** People times streams of one request; more would not fit into one bound value. */
const mostSubscriptions = 10_000

/** Subscribes people to streams; streams that do not exist are created (endpoints, Subscriptions). */
export async function subscribeToStreams(turn: Turn, input: SubscribeInput): Promise<Change<SubscribeResult>> {
  const { actor, now, sql } = turn
  if (isGuest(actor)) throw refused('Not allowed for guest users')
  const people = await principalsOf(turn, input.principals)
  const others = people.some(({ id }) => id !== actor.id)
  if (others && !admits(settingsOf(actor).invite_to_stream_policy, actor, now)) throw refused('Insufficient permission')
  if (people.length * input.subscriptions.length > mostSubscriptions)
    throw refused(`Too many subscriptions at once (limit: ${mostSubscriptions})`)

  const ever = await subscriptionsEver(sql, [actor.id, ...people.map(({ id }) => id)])
  const { existing, missing, unauthorized } = await sort(turn, wantedStreams(input), ever.get(actor.id))
  if (unauthorized.length > 0 && input.authorization_errors_fatal)
    throw refused(`Unable to access stream (${unauthorized.join(', ')}).`)
  const created = missing.map((wanted) => ({ stream: newStream(turn, wanted, input), color: wanted.color }))

  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  const added: NewSubscription[] = []
  for (const person of people) {
    const former = ever.get(person.id) ?? new Map<number, Subscribed>()
    const colors = new Set([...former.values()].map(({ color }) => color))
    for (const { stream, color } of [...existing, ...created]) {
      const before = former.get(stream.id)
      ;((before?.active ? already_subscribed : subscribed)[person.email] ??= []).push(stream.name)
      if (before?.active) continue
      const own = before?.color ?? color ?? pickColor(colors, stream.id)
      colors.add(own)
      added.push({ user_id: person.id, stream_id: stream.id, color: own })
    }
  }
  return {
    writes: [
      ...insertStreams(
        created.map(({ stream }) => stream),
        actor.id,
      ),
      ...(added.length > 0 ? subscribe(added, turn.upcoming('message')) : []),
    ],
    result: {
      subscribed,
      already_subscribed,
      ...(!input.authorization_errors_fatal && { unauthorized }),
    },
    alters: [...created.flatMap(({ stream }) => aboutStream(stream)), ...added.flatMap(aboutSubscription)],
  }
}

interface Wanted {
  name: string
  description: string
  color: string | undefined
}

/** The streams that a request names, each once: of several spellings the first counts. */
function wantedStreams({ subscriptions }: SubscribeInput): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { name: raw, description = '', color } of subscriptions) {
    const name = streamName(raw)
    const one = { name, description: streamDescription(description), color }
    if (!wanted.has(foldCase(name))) wanted.set(foldCase(name), one)
  }
  return [...wanted.values()]
}

/** Which of the wanted streams exist and are open to the actor, which are not there yet, and which are closed. */
async function sort({ sql, realm_id }: Turn, wanted: Wanted[], own: ReadonlyMap<number, Subscribed> | undefined) {
  const existing: { stream: StreamRow; color: string | undefined }[] = []
  const missing: Wanted[] = []
  const unauthorized: string[] = []
  const found = await streamsByName(
    sql,
    realm_id,
    wanted.map(({ name }) => name),
  )
  for (const one of wanted) {
    const stream = found.get(foldCase(one.name))
    if (stream === undefined) missing.push(one)
    // A private stream is joined only by whom one of its subscribers brings in.
    else if (!stream.invite_only || own?.get(stream.id)?.active) existing.push({ stream, color: one.color })
    else unauthorized.push(one.name)
  }
  return { existing, missing, unauthorized }
}

/**
 * Removes people from streams; removing others takes an administrator (specification, DELETE /users/me/subscriptions).
 * A private stream that nobody is left in is archived.
 */
export async function unsubscribeFromStreams(
  turn: Turn,
  input: { subscriptions: string[]; principals: Principals },
): Promise<Change<{ removed: string[]; not_removed: string[] }>> {
  const { actor, known } = turn
  const people = await principalsOf(turn, input.principals)
  if (people.some(({ id }) => id !== actor.id)) assertAdministrator(actor)
  const streams = new Map<number, { stream: StreamRow; subscribers: ReadonlySet<number> }>()
  for (const name of input.subscriptions) {
    const stream = await findStream(known, actor, { name })
    const subscribers = stream === null ? null : await known(subscriberIds, stream.id)
    if (stream === null || !mayKnow(actor, stream, subscribers!.has(actor.id)))
      throw refused(`Stream '${name}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream: name })
    streams.set(stream.id, { stream, subscribers: subscribers! })
  }

  const removed: string[] = []
  const not_removed: string[] = []
  const ended: { user_id: number; stream_id: number }[] = []
  const deserted: StreamRow[] = []
  for (const { stream, subscribers } of streams.values()) {
    const leaving = people.filter(({ id }) => subscribers.has(id))
    ended.push(...leaving.map(({ id }) => ({ user_id: id, stream_id: stream.id })))
    ;(leaving.length > 0 ? removed : not_removed).push(stream.name)
    if (stream.invite_only && leaving.length > 0 && leaving.length === subscribers.size) deserted.push(stream)
  }
  const next_message_id = turn.upcoming('message')
  return {
    writes: [
      ...(ended.length > 0 ? unsubscribe(ended, next_message_id) : []),
      ...archiveStreams(deserted, next_message_id),
    ],
    result: { removed, not_removed },
    alters: [...ended.flatMap(aboutSubscription), ...deserted.flatMap(aboutStream)],
  }
}

const aboutStream = ({ realm_id, id, name }: StreamRow): Altered[] => [
  about(streamById, realm_id, id),
  about(streamByName, realm_id, foldCase(name)),
]

const aboutSubscription = ({ user_id, stream_id }: { user_id: number; stream_id: number }): Altered[] => [
  about(subscriberIds, stream_id),
  about(isSubscribed, user_id, stream_id),
]
