import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Client, Terms } from '../../../client'
import type { Message, State } from '../../../client/api'
import { serverMention } from '../../../client/store/unread'
import type { Person } from '../../kit'
import { canonical, differences, omit } from '../../server/sync/difference'
import { afterDeletion, untold, type Untold } from '../../server/sync/untold'
import { plainState } from '../../server/sync/unread-state'
import { modern } from '../../server/sync/watcher'
import type { Day } from './day'
import type { Desk } from './desk'
import { everything } from './everything'
import { narrowBy } from './narrows'

/** How many narrows are looked at in each window. */
const narrows = 5

/** What clients register with that are at work here. */
const options = { ...modern, ...everything, include_subscribers: false }

/** What nobody is told of streams that they have left: the law names subscribers, or those who may know of a stream. */
const ofStreamsLeft: Untold[] = [
  { path: 'unsubscribed', why: 'nobody is told what happens to private streams they left, as a new name' },
]

/** What everything must be like when it is quiet. */
export async function expectEverythingRight(day: Day): Promise<void> {
  await expectSentOnce(day)
  for (const desk of day.desks) {
    for (const { client } of desk.windows) {
      await expectState(desk.person, client!)
      for (let count = 0; count < narrows; count += 1)
        await expectWhole(desk.person, client!, narrowBy(day.chance, client!))
    }
  }
}

/** The client's state equals a fresh registration. */
async function expectState(person: Person, { store }: Client): Promise<void> {
  const fresh = (await person.listen(options)).state
  const state = plainState(store) as State
  const exceptions = [...untold, ...afterDeletion, ...ofStreamsLeft].filter(
    ({ whom }) => whom?.({ state, options }) ?? true,
  )
  const wandered = await movedBetweenStreams()
  // Of a message that was never held it is only told that it counts as a mention, and not whether it mentions everybody:
  // those stop to count where something is muted later. One that mentions everybody stops to count, too, where it is moved
  // to a stream that one was not in when it was sent.
  function isUnsure(id: number): boolean {
    const mention = store.unread.confirmed(id)?.mention
    return mention === serverMention || (mention === 'wildcard' && wandered.has(id))
  }
  const comparableList = (all: unknown): unknown => {
    const { unread_msgs, ...others } = all as State
    const { unsubscribed, muted_topics } = others
    const left = new Set(unsubscribed.flatMap(({ name, invite_only }) => (invite_only ? [name] : [])))
    const known = muted_topics.filter(([stream]) => !left.has(stream))
    const rest = { ...others, muted_topics: known, unread: unreadById(unread_msgs, isUnsure) }
    return exceptions.reduce((rest, { path, of }) => omit(rest, path.split('.'), of), canonical(rest))
  }
  // Of messages in streams that they have left, nobody is told that they were deleted.
  const starred = new Set(fresh['starred_messages'] as number[])
  const isJoined = (id: number): boolean =>
    state.subscriptions.some(({ stream_id }) => stream_id === store.messages.get(id)?.stream_id)
  const starred_messages = state.starred_messages.filter((id) => starred.has(id) || isJoined(id))
  expect(differences(comparableList({ ...state, starred_messages }), comparableList(fresh)), person.full_name).toEqual(
    [],
  )
}

/** Messages that are in another stream than the one to which they were sent. */
async function movedBetweenStreams(): Promise<ReadonlySet<number>> {
  const { results } = await env.DB.prepare(`select id from message where edit_history like '%"prev_stream"%'`).all<{
    id: number
  }>()
  return new Set(results.map(({ id }) => id))
}

/** Where each unread message is, so that a difference is seen at once. */
function unreadById(
  { count, pms, huddles, streams, mentions }: State['unread_msgs'],
  isUnsure: (id: number) => boolean,
): Record<string, unknown> {
  const places: Record<string, unknown> = { count }
  const put = (ids: readonly number[], place: string): void => ids.forEach((id) => (places[id] = place))
  for (const { other_user_id, unread_message_ids } of pms) put(unread_message_ids, `with ${other_user_id}`)
  for (const { user_ids_string, unread_message_ids } of huddles) put(unread_message_ids, `with ${user_ids_string}`)
  for (const { stream_id, topic, unread_message_ids } of streams) put(unread_message_ids, `${stream_id} ${topic}`)
  for (const id of mentions) if (!isUnsure(id)) places[id] = `${String(places[id])}, mentions`
  return places
}

/** A view of a narrow has all its messages once, in order, and as they are. */
async function expectWhole(person: Person, client: Client, terms: Terms): Promise<void> {
  const view = client.view(terms, 'newest')
  const isLoaded = (): Promise<unknown> =>
    expect.poll(() => view.isLoading.peek(), { timeout: 20_000, interval: 5 }).toBe(false)
  await isLoaded()
  while (!view.reachesOldest.peek() && view.failure.peek() === null) {
    await view.load('older')
    await isLoaded()
  }
  const why = `${person.full_name}, ${JSON.stringify(terms)}`
  expect(view.failure.peek(), why).toBeNull()
  const messages = (await person.messages([...terms], { client_gravatar: false })) as unknown as Message[]
  expect([...view.ids.peek()], why).toEqual(messages.map(({ id }) => id))
  const viewMessages = view.ids.peek().map((id) => comparableMessage(client.store.messages.get(id)!))
  expect(
    viewMessages.flatMap((message, index) =>
      differences(message, comparableMessage(messages[index]!), String(messages[index]!.id)),
    ),
    why,
  ).toEqual([])
  view.close()
}

/** A message as it is compared: with people and streams by their ids, because clients know their names from elsewhere. */
function comparableMessage(message: Message): unknown {
  const {
    id,
    sender_id,
    stream_id,
    subject,
    content,
    flags,
    reactions,
    submessages,
    display_recipient: where,
  } = message
  return {
    id,
    sender_id,
    stream_id,
    subject,
    content,
    flags: flags.toSorted(),
    people: typeof where === 'string' ? null : where.map((person) => person.id).toSorted((left, right) => left - right),
    reactions: reactions.map(({ user_id, emoji_name }) => `${user_id} ${emoji_name}`).toSorted(),
    submessages: submessages.map((submessage) => submessage.id),
  }
}

/** What was said was sent once, and in its order in each conversation; or it was refused, and is still there. */
async function expectSentOnce({ desks }: Day): Promise<void> {
  const { results } = await env.DB.prepare('select message_id, local_id from sent where local_id is not null').all<{
    message_id: number
    local_id: string
  }>()
  const ids = new Map<string, number[]>()
  for (const { local_id, message_id } of results) ids.set(local_id, [...(ids.get(local_id) ?? []), message_id])
  for (const desk of desks) {
    const refused = refusedCommands(desk)
    const last = new Map<string, number>()
    for (const { local_id, lane, window, isLost } of desk.said) {
      const [id, ...more] = ids.get(local_id) ?? []
      expect(more, `${local_id} was sent more than once`).toEqual([])
      if (id === undefined) {
        if (!isLost) expect(refused, `${local_id} was not sent`).toContain(local_id)
        continue
      }
      const place = `${window} ${lane}`
      expect(id, `${local_id} was sent out of order`).toBeGreaterThan(last.get(place) ?? 0)
      last.set(place, id)
    }
  }
}

const refusedCommands = ({ windows }: Desk): string[] =>
  windows.flatMap(({ client }) => client!.outbox.sending.peek().map(({ id }) => id))
