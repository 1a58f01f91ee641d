import { subscriberInvalidations } from './invalidation'
import { subscribe } from './writes'
import { joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { inOrder } from '../core/live/event-log'
import { foldCase } from '../core/base/unicode'
import { flagsOnJoining } from '../read-state/events-on-joining'
import { personOf } from '../accounts/account'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { letsIn } from '../streams/access'
import { streamInvalidations } from '../streams/invalidation'
import { streamDescription, streamName } from '../streams/names'
import { assertRoomForStreams, insertStreams, newStream, type NewStreamOptions } from '../streams/new-stream'
import { streamsByName, type ListedStream } from '../streams/queries'
import { isGuest } from '../accounts/roles'
import { subscriptionsAdded, type Addition } from './added-events'
import { pickColor } from './colors'
import { streamsAppear } from './created-events'
import { subscribingNotices } from './notices'
import { peersAdded } from './peer-events'
import { principalsOf, type Principals } from './principals'
import { subscriptionsEver, type SubscriptionOfUser } from './queries'

export interface SubscribeInput extends NewStreamOptions {
  subscriptions: { name: string; description?: string | undefined; color?: string | undefined }[]
  principals: Principals
  authorization_errors_fatal: boolean
  announce: boolean
}

export interface SubscribeResult {
  subscribed: Record<string, string[]>
  already_subscribed: Record<string, string[]>
  unauthorized?: string[]
}

/** Maximal number of pairs of a person and a stream in a request: each pair writes three rows, while other requests wait. */
export const maxSubscriptions = 2000

/** Subscribes people to streams. Creates streams that do not exist (endpoints, Subscriptions). */
export const subscribeToStreams = async (turn: Turn, input: SubscribeInput): Promise<Change<SubscribeResult>> =>
  (await prepareSubscriptions(turn, input)).change

/** The change of `subscribeToStreams` and the subscriptions that it adds, for actions that continue with them. */
export async function prepareSubscriptions(
  turn: Turn,
  input: SubscribeInput,
): Promise<{ change: Change<SubscribeResult>; added: Addition[] }> {
  const { actor, now, sql } = turn
  if (isGuest(actor)) throw refused('Not allowed for guest users', { reason: 'not_allowed' })
  const people = await principalsOf(turn, input.principals)
  const others = people.some(({ id }) => id !== actor.id)
  if (others && !policyAdmits(settingsOf(actor).invite_to_stream_policy, actor, now))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
  if (people.length * input.subscriptions.length > maxSubscriptions)
    throw refused(`Too many subscriptions at once (limit: ${maxSubscriptions})`)

  const ever = await subscriptionsEver(sql, [actor.id, ...people.map(({ id }) => id)])
  const { existing, missing, unauthorized } = await sortByAccess(turn, wantedStreams(input), ever.get(actor.id))
  if (unauthorized.length > 0 && input.authorization_errors_fatal)
    throw refused(`Unable to access stream (${unauthorized.join(', ')}).`)
  await assertRoomForStreams(turn, missing.length)
  const created = await Promise.all(
    missing.map(async (wanted) => ({ stream: await newStream(turn, wanted, input), color: wanted.color })),
  )

  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  const added: Addition[] = []
  for (const person of people) {
    const former = ever.get(person.id) ?? new Map<number, SubscriptionOfUser>()
    const colors = new Set([...former.values()].map(({ color }) => color))
    for (const { stream, color } of [...existing, ...created]) {
      const before = former.get(stream.id)
      ;((before?.active ? already_subscribed : subscribed)[person.email] ??= []).push(stream.name)
      if (before?.active) continue
      const own = before?.color ?? color ?? pickColor(colors, stream.id)
      colors.add(own)
      added.push({ user_id: person.id, stream_id: stream.id, color: own, person, stream })
    }
  }
  const step = await additions(turn, { created: created.map(({ stream }) => stream), added, announce: input.announce })
  const result = { subscribed, already_subscribed, ...(!input.authorization_errors_fatal && { unauthorized }) }
  return { change: { ...step, result }, added }
}

/** Writes and events of new streams and subscriptions. Their events come before the notification bot's messages. */
async function additions(
  turn: Turn,
  { created, added, announce }: { created: ListedStream[]; added: Addition[]; announce: boolean },
): Promise<Step> {
  const peers = await peersAdded(turn, added)
  const appeared = await streamsAppear(turn, created, added)
  const [joined, flags] = await Promise.all([subscriptionsAdded(turn, added), flagsOnJoining(turn, added)])
  const events = [...appeared, ...joined, ...flags, ...(peers.events ?? [])]
  const step: Step = {
    writes: [
      ...insertStreams(created, { creator_id: turn.actor.id, charged_to: personOf(turn.actor) }),
      ...(added.length > 0 ? subscribe(added, turn.upcoming('message')) : []),
    ],
    events: inOrder(turn, events),
    invalidates: [
      ...created.flatMap(streamInvalidations),
      ...added.flatMap(({ stream_id }) => subscriberInvalidations(stream_id)),
    ],
  }
  return joinSteps(step, await subscribingNotices(turn, { created, added, announce }))
}

interface WantedStream {
  name: string
  description: string
  color: string | undefined
}

/** The streams in a request, each once. Of names that only differ in case, the first one counts. */
function wantedStreams({ subscriptions }: Pick<SubscribeInput, 'subscriptions'>): WantedStream[] {
  const wantedStreams = new Map<string, WantedStream>()
  for (const { name: raw, description = '', color } of subscriptions) {
    const name = streamName(raw)
    const one = { name, description: streamDescription(description), color }
    if (!wantedStreams.has(foldCase(name))) wantedStreams.set(foldCase(name), one)
  }
  return [...wantedStreams.values()]
}

/** Splits the wanted streams into those that the actor may join, those that do not exist, and those closed to the actor. */
async function sortByAccess(
  { sql, realm_id }: Turn,
  wanted: WantedStream[],
  own: ReadonlyMap<number, SubscriptionOfUser> | undefined,
) {
  const existing: { stream: ListedStream; color: string | undefined }[] = []
  const missing: WantedStream[] = []
  const unauthorized: string[] = []
  const found = await streamsByName(
    sql,
    realm_id,
    wanted.map(({ name }) => name),
  )
  for (const one of wanted) {
    const stream = found.get(foldCase(one.name))
    if (stream === undefined) missing.push(one)
    else if (letsIn(stream, own?.get(stream.id)?.active ?? false)) existing.push({ stream, color: one.color })
    else unauthorized.push(one.name)
  }
  return { existing, missing, unauthorized }
}
