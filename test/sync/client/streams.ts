import { streamSchema } from '../../../src/streams/schema'
import type { Applying, Client, State } from './client'

type Stream = State['streams'][number]
type Subscription = State['subscriptions'][number]
type Listed = State['never_subscribed'][number]

const isOf =
  (...ids: number[]) =>
  ({ stream_id }: { stream_id: number }) =>
    ids.includes(stream_id)

/** Every copy of a stream that the client has. */
const copies = ({ state }: Client, stream_id: number): Stream[] =>
  [
    ...state.streams,
    ...state.subscriptions,
    ...state.unsubscribed,
    ...state.never_subscribed,
    ...state.realm_default_streams,
    ...state.realm_default_stream_groups.flatMap(({ streams }) => streams),
  ].filter(isOf(stream_id))

const stream: Applying<'stream'> = (client, event) => {
  const { state } = client
  switch (event.op) {
    case 'create':
      for (const created of event.streams) appear(client, created)
      break
    case 'delete': {
      const isGone = isOf(...event.streams.map(({ stream_id }) => stream_id))
      for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'] as const)
        Object.assign(state, { [list]: state[list].filter((one) => !isGone(one)) })
      const names = new Set(event.streams.map(({ name }) => name))
      state.muted_topics = state.muted_topics.filter(([name]) => !names.has(name))
      break
    }
    case 'update': {
      const { stream_id, property, value, name, type: _, op: __, ...extras } = event
      for (const copy of copies(client, stream_id))
        // Only subscribers know of an address.
        if (property in copy) Object.assign(copy, { [property]: value, ...extras })
      if (property === 'name') rename(client, name, value as string)
    }
  }
}

function appear({ state }: Client, created: Stream): void {
  const { stream_id } = created
  if (state.streams.some(isOf(stream_id))) throw new Error(`Stream ${stream_id} appears twice`)
  // Guests have only streams there that they are in.
  if (!state.is_guest) state.streams.push(created)
  if (state.subscriptions.some(isOf(stream_id)) || state.unsubscribed.some(isOf(stream_id))) return
  state.never_subscribed.push({ ...created, stream_weekly_traffic: null, subscribers: [] })
}

/** What knows a stream by its name only. */
function rename({ state }: Client, before: string, after: string): void {
  const renamed = (name: string | null) => (name === before ? after : name)
  for (const topic of state.muted_topics) topic[0] = renamed(topic[0])!
  for (const bot of state.realm_bots) {
    bot.default_sending_stream = renamed(bot.default_sending_stream)
    bot.default_events_register_stream = renamed(bot.default_events_register_stream)
  }
}

const subscription: Applying<'subscription'> = (client, event) => {
  const { state } = client
  switch (event.op) {
    case 'add':
      for (const added of event.subscriptions) join(client, added)
      break
    case 'remove':
      for (const { stream_id } of event.subscriptions) leave(client, stream_id)
      break
    case 'update': {
      const { stream_id, property, value } = event
      const changed = property === 'in_home_view' ? { in_home_view: value, is_muted: !value } : { [property]: value }
      Object.assign(state.subscriptions.find(isOf(stream_id))!, changed)
      break
    }
    default:
      for (const one of knownSubscribers(client, event.stream_ids)) peer(one, event)
  }
}

function join({ state }: Client, added: Subscription): void {
  const { stream_id } = added
  if (state.subscriptions.some(isOf(stream_id))) throw new Error(`Stream ${stream_id} is joined twice`)
  state.unsubscribed = state.unsubscribed.filter((one) => !isOf(stream_id)(one))
  state.never_subscribed = state.never_subscribed.filter((one) => !isOf(stream_id)(one))
  state.subscriptions.push(added)
  if (!state.streams.some(isOf(stream_id))) state.streams.push(streamSchema.parse(added))
}

/** What somebody who leaves still sees: public streams unless they are a guest, and as administrator all. */
function leave(client: Client, stream_id: number): void {
  const { state, unread } = client
  const left = state.subscriptions.find(isOf(stream_id))
  if (left === undefined) throw new Error(`Stream ${stream_id} is left by who was not there`)
  state.subscriptions = state.subscriptions.filter((one) => one !== left)
  const sees = state.is_admin || (!left.invite_only && !state.is_guest)
  const subscribers = sees ? left.subscribers!.filter((id) => id !== client.user_id) : []
  state.unsubscribed.push({ ...left, subscribers })
  if (!sees) state.streams = state.streams.filter((one) => !isOf(stream_id)(one))
  for (const [id, place] of unread) if ('stream_id' in place && place.stream_id === stream_id) unread.delete(id)
}

function knownSubscribers({ state }: Client, stream_ids: number[]): (Subscription | Listed)[] {
  const known = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed]
  return stream_ids.map((id) => {
    const found = known.find(isOf(id))
    if (found === undefined) throw new Error(`Subscribers are told of stream ${id}, which is not known`)
    return found
  })
}

function peer(stream: Subscription | Listed, { op, user_ids }: { op: 'peer_add' | 'peer_remove'; user_ids: number[] }) {
  const others = stream.subscribers!.filter((id) => !user_ids.includes(id))
  if (op === 'peer_add' && others.length < stream.subscribers!.length) throw new Error('A subscriber comes twice')
  stream.subscribers = op === 'peer_add' ? [...others, ...user_ids] : others
}

const default_streams: Applying<'default_streams'> = ({ state }, event) => {
  state.realm_default_streams = event.default_streams
}

const default_stream_groups: Applying<'default_stream_groups'> = ({ state }, event) => {
  state.realm_default_stream_groups = event.default_stream_groups
}

export const streamEvents = { stream, subscription, default_streams, default_stream_groups }
