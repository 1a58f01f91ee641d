/**
 * What the client library costs in an organization of 1,000 streams while 100,000 messages are held, and a hundred of them
 * and a hundred counts are on show: the store beside the bare collections that it cannot do without. Processor time of
 * this process.
 */
import type { WireEvent } from '../client/index.ts'
import { bundleLibrary, heldCount, idsFrom, messageOf, now, registration } from './client-organization.ts'
import { looking } from './client-views.ts'
import type { Timing } from './delivery.ts'
import { ratioOf } from './markdown.ts'

const [restoredCount, eventCount, markedCount] = [50_000, 1000, 1000]

/** Twenty muted topics. */
const mutedTopics = (count: number) => idsFrom(1, 20).map((index) => [`stream ${index}`, `topic ${count}`, 1])

/** Timings of the store: of a thousand events each, which may take 0.1 ms, of one about a thousand messages, and of a start. */
export async function following(): Promise<Timing[]> {
  const { Store, effect } = await bundleLibrary()
  const options = { now, include_subscribers: true }
  const store = new Store(registration([]), options)
  await store.addPage(Promise.resolve(idsFrom(1, heldCount).map((id) => messageOf(id, ['read']))))
  for (const { stream_id } of store.state.streams.value.slice(0, 100)) {
    const count = store.unread.count({ stream_id })
    effect(() => void count.value)
  }
  for (const id of idsFrom(heldCount - 99, 100)) {
    const message = store.messages.watch(id)
    effect(() => void message.value)
  }
  const bare = { messages: new Map<number, unknown>(), unread: new Set<number>(), topics: new Set<string>() }
  let last = 0
  let newest = heldCount
  const apply = (event: object) => store.apply({ ...event, id: (last += 1) } as WireEvent)
  const markRead = (messages: readonly number[]) =>
    apply({ type: 'update_message_flags', op: 'add', flag: 'read', messages, all: false })

  const sending = ratioOf(
    `client: ${eventCount} events of new messages, beside a map (ms)`,
    { maximum: eventCount / 10 },
    () => {
      for (const id of idsFrom(newest + 1, eventCount)) {
        const { flags, ...message } = messageOf(id, [])
        apply({ type: 'message', message, flags })
      }
      newest += eventCount
    },
    () => {
      for (const id of idsFrom(newest + 1, eventCount)) {
        bare.messages.set(id, messageOf(id, []))
        bare.unread.add(id)
      }
    },
  )
  const marking = ratioOf(
    `client: an event that marks ${markedCount} messages read, beside a set (ms)`,
    { maximum: 5 },
    () => {
      markRead(idsFrom(newest - markedCount + 1, markedCount))
      newest -= markedCount
    },
    () => {
      for (const id of idsFrom(newest - markedCount + 1, markedCount)) bare.unread.delete(id)
    },
  )
  const muting = ratioOf(
    `client: ${eventCount} events that mute a topic while 20 are muted, beside a set (ms)`,
    { maximum: eventCount / 10 },
    () => {
      for (const count of idsFrom(1, eventCount)) apply({ type: 'muted_topics', muted_topics: mutedTopics(count) })
    },
    () => {
      for (const count of idsFrom(1, eventCount)) bare.topics = new Set(mutedTopics(count).map((entry) => entry.join()))
    },
  )
  const reacting = ratioOf(
    `client: ${eventCount} reactions to held messages, beside a map (ms)`,
    { maximum: eventCount / 10 },
    () => {
      for (const message_id of idsFrom(1, eventCount)) {
        const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
        apply({ type: 'reaction', op: 'add', message_id, user_id: last, ...emoji, user: { user_id: last } })
      }
    },
    () => {
      for (const id of idsFrom(1, eventCount)) bare.messages.set(id, { ...store.messages.get(id) })
    },
  )
  const storedMessages = structuredClone(
    idsFrom(1, restoredCount).map((id) => messageOf(id, id % 50 === 0 ? [] : ['read'])),
  )
  const unread = storedMessages.filter(({ flags }) => !flags.length).map(({ id }) => id)
  const snapshot = new Store(registration(unread), options).snapshot()
  const restoring = ratioOf(
    `client: ${restoredCount} messages restored, beside a map (ms)`,
    { maximum: 40 },
    () => void Store.restore(snapshot, storedMessages, now),
    () => void new Map(storedMessages.map((message) => [message.id, message])),
  )
  return [sending, marking, muting, reacting, restoring]
}

if (import.meta.main)
  for (const { name, ours, bare, maximum } of [...(await following()), ...(await looking())])
    process.stdout.write(
      `${name}: ${ours.toFixed(2)} <= ${maximum} beside ${bare.toFixed(2)}: ${(ours / bare).toFixed(2)}\n`,
    )
