import type { Of, State, Stream } from '../api'
import { copiesOf } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { addToList, matches, changeList, changeItems } from './list'

function addStream({ fields, options }: StoreInternals, newStream: Stream): void {
  const isSame = matches('stream_id', newStream.stream_id)
  // For guests, `streams` has only those to which they are subscribed.
  if (!fields.is_guest.value) addToList(fields.streams, newStream, isSame)
  if ([...fields.subscriptions.value, ...fields.unsubscribed.value].some(isSame)) return
  const otherStream = {
    ...newStream,
    stream_weekly_traffic: null,
    ...(options.include_subscribers && { subscribers: [] }),
  }
  addToList(fields.never_subscribed, otherStream, isSame)
}

type MutedTopic = State['muted_topics'][number]

/** Whether a muted topic is one of the stream with this name. */
const isOf =
  (name: string) =>
  ([of]: MutedTopic): boolean =>
    of === name

function removeStreams({ fields, unread }: StoreInternals, streams: readonly Stream[]): void {
  for (const { stream_id, name } of streams) {
    for (const list of copiesOf(fields)) changeList(list, matches('stream_id', stream_id))
    changeList(fields.muted_topics, isOf(name))
  }
  unread.updateMutes()
}

function change({ fields }: StoreInternals, event: Extract<Of<'stream'>, { op: 'update' }>): void {
  const { stream_id, property, value, name: oldName, type: _, op: __, ...extras } = event
  const isSame = matches('stream_id', stream_id)
  // Only subscriptions have the field `email_address`.
  const withChange = <S extends Stream>(one: S): S =>
    Object.hasOwn(one, property) ? { ...one, [property]: value, ...extras } : one
  for (const list of copiesOf(fields)) changeList(list, isSame, withChange)
  changeList(
    fields.realm_default_stream_groups,
    ({ streams }) => streams.some(isSame),
    (group) => ({ ...group, streams: changeItems(group.streams, isSame, withChange) }),
  )
  if (property !== 'name') return
  // These fields have the name of a stream, not its id.
  changeList(fields.muted_topics, isOf(oldName), ([, topic, time]): MutedTopic => [String(value), topic, time])
  for (const kind of ['default_sending_stream', 'default_events_register_stream'] as const)
    changeList(fields.realm_bots, matches(kind, oldName), (bot) => ({ ...bot, [kind]: value }))
}

export const streamEvents = {
  stream(internals, event) {
    if (event.op === 'create') for (const created of event.streams) addStream(internals, created)
    else if (event.op === 'delete') removeStreams(internals, event.streams)
    else change(internals, event)
  },
} satisfies Appliers
