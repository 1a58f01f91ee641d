import { about, type Altered, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { foldCase } from '../core/unicode'
import { fragment, type Fragment } from '../core/sql'
import { renderDescription } from '../markdown/render'
import { admits, settingsOf } from '../realm/policies'
import { findStream, mayKnow } from '../streams/access'
import { streamDescription, streamName } from '../streams/names'
import { streamById, streamByName, type StreamRow } from '../streams/queries'
import { userByEmail, userById, type UserRow } from '../users/queries'
import { isAdministrator, isGuest, isOwner } from '../users/roles'
import { pickColor } from './colors'
import { colorsOf, isSubscribed, subscribe, subscriberIds, unsubscribe, type NewSubscription } from './queries'

/** People as clients name them: by id or by display address. */
export type Principals = (number | string)[]

export interface NewStreamOptions {
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers?: boolean | undefined
  stream_post_policy: number
  message_retention_days: number | 'unlimited' | 'realm_default'
}

export interface SubscribeInput extends NewStreamOptions {
  subscriptions: { name: string; description?: string | undefined; color?: string | undefined }[]
  principals: Principals
  authorization_errors_fatal: boolean
}

interface Subscribed {
  subscribed: Record<string, string[]>
  already_subscribed: Record<string, string[]>
  unauthorized?: string[]
}

/** Subscribes people to streams; streams that do not exist are created (endpoints, Subscriptions). */
export async function subscribeToStreams(turn: Turn, input: SubscribeInput): Promise<Change<Subscribed>> {
  const { actor, now } = turn
  if (isGuest(actor)) throw refused('Not allowed for guest users')
  const people = await principals(turn, input.principals)
  const others = people.some(({ id }) => id !== actor.id)
  if (others && !admits(settingsOf(actor).invite_to_stream_policy, actor, now)) throw refused('Insufficient permission')

  const { existing, missing, unauthorized } = await sort(turn, input)
  if (unauthorized.length > 0 && input.authorization_errors_fatal)
    throw refused(`Unable to access stream (${unauthorized.join(', ')}).`)
  const created = missing.map((wanted) => newStream(turn, wanted, input))

  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  const added: NewSubscription[] = []
  for (const person of people) {
    const former = await colorsOf(turn.sql, person.id)
    const colors = new Set(former.map(({ color }) => color))
    for (const { stream, color } of [...existing, ...created]) {
      const before = former.find(({ stream_id }) => stream_id === stream.id)
      const list = before?.active ? already_subscribed : subscribed
      list[person.email] = [...(list[person.email] ?? []), stream.name]
      if (before?.active) continue
      const own = before?.color ?? color ?? pickColor(colors, stream.id)
      colors.add(own)
      added.push({ user_id: person.id, stream_id: stream.id, color: own })
    }
  }
  return {
    writes: [
      ...created.map(({ stream }) => insertStream(stream, actor.id)),
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

/** Which of the named streams exist and are open to the actor, which are not there yet, and which are closed. */
async function sort(turn: Turn, input: SubscribeInput) {
  const existing: { stream: StreamRow; color: string | undefined }[] = []
  const missing: Wanted[] = []
  const unauthorized: string[] = []
  const seen = new Set<string>()
  for (const { name: raw, description = '', color } of input.subscriptions) {
    const name = streamName(raw)
    if (seen.has(foldCase(name))) continue
    seen.add(foldCase(name))
    const stream = await findStream(turn.known, turn.actor, { name })
    if (stream === null) missing.push({ name, description: streamDescription(description), color })
    else if (await maySubscribe(turn, stream)) existing.push({ stream, color })
    else unauthorized.push(stream.name)
  }
  return { existing, missing, unauthorized }
}

/** A private stream is joined only by whom one of its subscribers brings in. */
async function maySubscribe({ actor, known }: Turn, stream: StreamRow): Promise<boolean> {
  return !stream.invite_only || (await known(subscriberIds, stream.id)).has(actor.id)
}

function newStream(turn: Turn, { name, description, color }: Wanted, options: NewStreamOptions) {
  const { actor, now } = turn
  const settings = settingsOf(actor)
  const policy = options.is_web_public
    ? settings.create_web_public_stream_policy
    : options.invite_only
      ? settings.create_private_stream_policy
      : settings.create_public_stream_policy
  if (!admits(policy, actor, now)) throw refused('Insufficient permission')
  if (options.is_web_public && options.invite_only) throw refused('A web-public stream cannot be private.')
  if (options.message_retention_days !== 'realm_default' && !isOwner(actor))
    throw refused('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  const stream: StreamRow = {
    id: turn.next('recipient'),
    realm_id: turn.realm_id,
    name,
    description,
    rendered_description: renderDescription(description),
    date_created: now,
    invite_only: Number(options.invite_only),
    is_web_public: Number(options.is_web_public),
    history_public_to_subscribers: Number(!options.invite_only || options.history_public_to_subscribers === true),
    stream_post_policy: options.stream_post_policy,
    message_retention_days: retention(options.message_retention_days),
    is_default: 0,
  }
  return { stream, color }
}

/** Stored as days; -1 is for ever, null as the realm says. */
const retention = (days: NewStreamOptions['message_retention_days']): number | null =>
  days === 'realm_default' ? null : days === 'unlimited' ? -1 : days

export function insertStream(stream: StreamRow, creator_id: number): Fragment {
  return fragment`
    insert into stream (
      id, realm_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only,
      is_web_public,      history_public_to_subscribers, stream_post_policy, message_retention_days, is_default
    )
    values (
      ${stream.id}, ${stream.realm_id}, ${stream.name}, ${foldCase(stream.name)}, ${stream.description},
      ${stream.rendered_description},
      ${stream.date_created}, ${creator_id}, ${stream.invite_only}, ${stream.is_web_public},
      ${stream.history_public_to_subscribers}, ${stream.stream_post_policy}, ${stream.message_retention_days},
      ${stream.is_default}
    )`
}

/** Removes people from streams; removing others takes an administrator (specification, DELETE /users/me/subscriptions). */
export async function unsubscribeFromStreams(
  turn: Turn,
  input: { subscriptions: string[]; principals: Principals },
): Promise<Change<{ removed: string[]; not_removed: string[] }>> {
  const { actor, known } = turn
  const people = await principals(turn, input.principals)
  if (people.some(({ id }) => id !== actor.id) && !isAdministrator(actor))
    throw refused('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
  const removed: string[] = []
  const not_removed: string[] = []
  const ended: { user_id: number; stream_id: number }[] = []
  for (const name of input.subscriptions) {
    const stream = await findStream(known, actor, { name })
    const subscribers = stream === null ? null : await known(subscriberIds, stream.id)
    if (stream === null || !mayKnow(actor, stream, subscribers!.has(actor.id)))
      throw refused(`Stream '${name}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream: name })
    const leaving = people.filter(({ id }) => subscribers!.has(id) && !ended.some(isPair(id, stream.id)))
    ended.push(...leaving.map(({ id }) => ({ user_id: id, stream_id: stream.id })))
    ;(leaving.length > 0 ? removed : not_removed).push(stream.name)
  }
  return {
    writes: ended.length > 0 ? unsubscribe(ended, turn.upcoming('message')) : [],
    result: { removed, not_removed },
    alters: ended.flatMap(aboutSubscription),
  }
}

const isPair =
  (user_id: number, stream_id: number) =>
  (pair: { user_id: number; stream_id: number }): boolean =>
    pair.user_id === user_id && pair.stream_id === stream_id

/** The people meant: the named ones, or the actor when none are. */
async function principals(
  { actor, known, realm_id }: Turn,
  named: Principals,
): Promise<Pick<UserRow, 'id' | 'email'>[]> {
  if (named.length === 0) return [actor]
  const people = new Map<number, UserRow>()
  for (const principal of named) {
    const person =
      typeof principal === 'number'
        ? await known(userById, realm_id, principal)
        : await known(userByEmail, realm_id, principal)
    if (!person?.is_active)
      throw refused(`User not authorized to execute queries on behalf of '${principal}'`, {
        code: 'UNAUTHORIZED_PRINCIPAL',
        status: 403,
        principal,
      })
    people.set(person.id, person)
  }
  return [...people.values()]
}

const aboutStream = ({ realm_id, id, name }: StreamRow): Altered[] => [
  about(streamById, realm_id, id),
  about(streamByName, realm_id, name),
]

const aboutSubscription = ({ user_id, stream_id }: { user_id: number; stream_id: number }): Altered[] => [
  about(subscriberIds, stream_id),
  about(isSubscribed, user_id, stream_id),
]
