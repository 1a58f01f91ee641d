import type { Of, State, Stream } from '../api'
import { copiesOf } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { add, by, revise, revised } from './list'

function appear({ fields, options }: StoreInternals, created: Stream): void {
  const isSame = by('stream_id', created.stream_id)
  // Guests have only streams there that they are in.
  if (!fields.is_guest.value) add(fields.streams, created, isSame)
  if ([...fields.subscriptions.value, ...fields.unsubscribed.value].some(isSame)) return
  const listed = { ...created, stream_weekly_traffic: null, ...(options.include_subscribers && { subscribers: [] }) }
  add(fields.never_subscribed, listed, isSame)
}

type MutedTopic = State['muted_topics'][number]

/** Whether a muted topic is one of the stream with this name. */
const isOf =
  (name: string) =>
  ([of]: MutedTopic): boolean =>
    of === name

function vanish({ fields, unread }: StoreInternals, gone: readonly Stream[]): void {
  for (const { stream_id, name } of gone) {
    for (const list of copiesOf(fields)) revise(list, by('stream_id', stream_id))
    revise(fields.muted_topics, isOf(name))
  }
  unread.follow()
}

function change({ fields }: StoreInternals, event: Extract<Of<'stream'>, { op: 'update' }>): void {
  const { stream_id, property, value, name: before, type: _, op: __, ...extras } = event
  const isSame = by('stream_id', stream_id)
  // Only subscribers know of an address.
  const changed = <S extends Stream>(one: S): S =>
    Object.hasOwn(one, property) ? { ...one, [property]: value, ...extras } : one
  for (const list of copiesOf(fields)) revise(list, isSame, changed)
  revise(
    fields.realm_default_stream_groups,
    ({ streams }) => streams.some(isSame),
    (group) => ({ ...group, streams: revised(group.streams, isSame, changed) }),
  )
  if (property !== 'name') return
  // These know a stream by its name only.
  revise(fields.muted_topics, isOf(before), ([, topic, time]): MutedTopic => [String(value), topic, time])
  for (const kind of ['default_sending_stream', 'default_events_register_stream'] as const)
    revise(fields.realm_bots, by(kind, before), (bot) => ({ ...bot, [kind]: value }))
}

export const streamEvents = {
  stream(internals, event) {
    if (event.op === 'create') for (const created of event.streams) appear(internals, created)
    else if (event.op === 'delete') vanish(internals, event.streams)
    else change(internals, event)
  },
} satisfies Appliers
