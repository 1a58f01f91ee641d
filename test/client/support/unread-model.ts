import type { Store } from '../../../client/store/store'
import type { Message, Of } from '../../../client/api'
import { newStore, applyEvent, type RegistrationScene } from './registered'

/** A message in the model, which keeps nothing but a list of them. */
export interface Modelled {
  readonly id: number
  /** Null for private messages. */
  stream_id: number | null
  topic: string
  /** The others of a private conversation. */
  readonly user_ids: readonly number[]
  /** Without `read`. */
  flags: string[]
  isUnread: boolean
}

interface ModelledStream {
  readonly id: number
  name: string
  isJoined: boolean
  isMuted: boolean
}

/** Unread messages, counted by going over all of them each time, beside a store that is told the same. */
export interface Model {
  readonly base: RegistrationScene
  store: Store
  messages: Modelled[]
  readonly streams: readonly ModelledStream[]
  mutedTopics: (readonly [ModelledStream, string])[]
  next: number
}

export const topics = ['tides', 'Tides', 'caf\u00E9', 'CAFE\u0301', 'view']

const nothingUnread = { count: 0, pms: [], huddles: [], streams: [], mentions: [], old_unreads_missing: false }

export const newModel = (base: RegistrationScene): Model => ({
  base,
  store: newStore({ ...base.registration, unread_msgs: nothingUnread }),
  messages: [],
  streams: base.streams.map(({ id, name }) => ({ id, name, isJoined: true, isMuted: false })),
  mutedTopics: [],
  next: base.registration.max_message_id! + 1,
})

export const conversations = ({ base: { others } }: Model): number[][] => {
  const [ada, ben] = others.map(({ id }) => id)
  return [[], [ada!], [ben!], [ada!, ben!]]
}

/** What the store is told of a new message. */
export function send(model: Model, where: Pick<Modelled, 'stream_id' | 'topic' | 'user_ids'>, flags: string[]): void {
  const { base, store } = model
  const id = model.next++
  const isUnread = (id - base.registration.max_message_id!) % 5 > 0
  model.messages.push({ id, ...where, flags, isUnread })
  const { flags: _, ...like } = where.stream_id === null ? base.toPeople : base.toStream
  const people = [base.owner.id, ...where.user_ids].map((user_id) => ({
    ...(base.toPeople.display_recipient as Exclude<Message['display_recipient'], string>)[0]!,
    id: user_id,
  }))
  applyEvent<'message'>(store, {
    type: 'message',
    message: {
      ...like,
      id,
      subject: where.topic,
      ...(where.stream_id === null ? { display_recipient: people } : { stream_id: where.stream_id }),
    },
    flags: isUnread ? flags : [...flags, 'read'],
  })
}

export function markRead({ store }: Model, messages: readonly Modelled[], { all = false } = {}): void {
  for (const message of messages) message.isUnread = false
  tellFlag(store, 'add', all ? [] : messages, { all })
}

export function markUnread(model: Model, messages: readonly Modelled[]): void {
  const joined = messages.filter((message) => streamOf(model, message)?.isJoined !== false)
  for (const message of joined) message.isUnread = true
  const details = joined.map((message) => {
    const { id, stream_id, topic, user_ids } = message
    const mentioned = isMention(model, message) && { mentioned: true as const }
    const place = stream_id === null ? { user_ids: [...user_ids] } : { stream_id, topic }
    return [String(id), { type: stream_id === null ? 'private' : 'stream', ...mentioned, ...place }] as const
  })
  tellFlag(model.store, 'remove', joined, { message_details: Object.fromEntries(details) })
}

type FlagsEvent = Of<'update_message_flags'>

function tellFlag(store: Store, op: 'add' | 'remove', messages: readonly Modelled[], more: Partial<FlagsEvent>): void {
  const ids = messages.map(({ id }) => id)
  const event = { type: 'update_message_flags', op, operation: op, flag: 'read', messages: ids, all: false } as const
  applyEvent<'update_message_flags'>(store, { ...event, ...more })
}

/** Of an edit or a move; `flags` are those of the first of the messages. */
export function update(model: Model, messages: readonly Modelled[], change: Partial<Of<'update_message'>>): void {
  const [named] = messages
  if (named === undefined) return
  const { subject: topic, new_stream_id: stream_id } = change
  for (const message of messages) {
    message.topic = topic ?? message.topic
    message.stream_id = stream_id ?? message.stream_id
    if (streamOf(model, message)?.isJoined === false) message.isUnread = false
  }
  applyEvent<'update_message'>(model.store, {
    type: 'update_message',
    user_id: model.base.owner.id,
    edit_timestamp: 1,
    message_id: named.id,
    message_ids: messages.map(({ id }) => id),
    flags: named.isUnread ? named.flags : [...named.flags, 'read'],
    rendering_only: false,
    ...change,
  })
}

export const streamOf = ({ streams }: Model, { stream_id }: Modelled): ModelledStream | undefined =>
  streams.find(({ id }) => id === stream_id)

const fold = (topic: string) => topic.normalize('NFC').toLowerCase()

const isSameTopic = (left: string, right: string): boolean => fold(left) === fold(right)

const isMutedTopic = (model: Model, message: Modelled): boolean =>
  model.mutedTopics.some(([{ id }, topic]) => id === message.stream_id && isSameTopic(topic, message.topic))

const isMuted = (model: Model, message: Modelled): boolean =>
  isMutedTopic(model, message) || streamOf(model, message)?.isMuted === true

const isMention = (model: Model, message: Modelled): boolean =>
  message.flags.includes('mentioned') || (message.flags.includes('wildcard_mentioned') && !isMuted(model, message))

/** The expected counts of unread messages, by their names. */
export function expectedCounts(model: Model): Record<string, number> {
  const unread = model.messages.filter(({ isUnread }) => isUnread)
  const mentions = (list: Modelled[]) => list.filter((message) => isMention(model, message)).length
  const counts: Record<string, number> = {
    all: unread.filter((message) => !isMuted(model, message)).length,
    mentions: mentions(unread),
  }
  for (const { id, name } of model.streams) {
    const within = unread.filter(({ stream_id }) => stream_id === id)
    counts[name] = within.filter((message) => !isMutedTopic(model, message)).length
    counts[`mentions in ${name}`] = mentions(within)
    for (const topic of topics)
      counts[`${name} > ${topic}`] = within.filter((message) => isSameTopic(message.topic, topic)).length
  }
  for (const user_ids of conversations(model))
    counts[`with ${user_ids.join()}`] = unread.filter(
      (message) => message.stream_id === null && message.user_ids.join() === user_ids.join(),
    ).length
  return counts
}

/** The same numbers, as the store has them. */
export function storedCounts(model: Model): Record<string, number> {
  const { unread } = model.store
  const counts: Record<string, number> = {
    all: unread.count('everywhere').value,
    mentions: unread.mentions('everywhere').value,
  }
  for (const { id: stream_id, name } of model.streams) {
    counts[name] = unread.count({ stream_id }).value
    counts[`mentions in ${name}`] = unread.mentions({ stream_id }).value
    for (const topic of topics) counts[`${name} > ${topic}`] = unread.count({ stream_id, topic }).value
  }
  for (const user_ids of conversations(model)) counts[`with ${user_ids.join()}`] = unread.count({ user_ids }).value
  return counts
}

/** Ids of unread messages, and of mentions among them. */
export function listUnread(model: Model): { ids: number[]; mentions: number[] } {
  const unread = model.messages.filter(({ isUnread }) => isUnread)
  return {
    ids: unread.map(({ id }) => id),
    mentions: unread.filter((message) => isMention(model, message)).map(({ id }) => id),
  }
}
