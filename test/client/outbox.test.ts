/** What commands of a client do, at once and in the end (client/outbox). */
import { expect, test, vi } from 'vitest'
import { Refusal, type NewCommand } from '../../client'
import { harbour, openClient, type TestClient } from '../kit/outbox'
import { untilOnSocket } from '../kit/wire'

/** A client on its socket that holds a message of its own and one of somebody else. */
async function newConnectedClient() {
  const place = await harbour()
  const { id: other_id } = await place.realm.stream('cellar', place.ada, place.ben)
  const own = await place.ada.send('harbour', 'tides', 'mine')
  const others = await place.ben.send('harbour', 'tides', 'yours')
  const client = await openClient(place.ada)
  await loadMessages(client)
  await untilOnSocket(client)
  return { ...place, other_id, client, own, others }
}

async function loadMessages({ store, wire }: TestClient): Promise<void> {
  const page = wire.ask('GET /messages', { anchor: 'newest', num_before: 100, num_after: 0, client_gravatar: false })
  await store.addPage(page.then(({ messages }) => messages))
}

type Scene = Awaited<ReturnType<typeof newConnectedClient>>

interface Case {
  readonly name: string
  /** Arranges what it is done to. */
  readonly arrange?: (scene: Scene) => Promise<unknown>
  readonly given: (scene: Scene) => NewCommand
  /** What a view shows, of what the command changes. */
  readonly shown: (scene: Scene) => unknown
  readonly before: unknown
  readonly after: unknown
}

const messageOf = ({ client: { outbox } }: Scene, id: number) => outbox.message(id).value

/** Not everybody may do everything. */
const promote = ({ realm, ada }: Scene) => realm.owner.patch(`/users/${ada.id}`, { role: 200 })

const cases: readonly Case[] = [
  {
    name: 'edit',
    given: ({ own }) => ({ kind: 'edit', message_id: own, content: 'ours' }),
    shown: (scene) => messageOf(scene, scene.own)?.content,
    before: '<p>mine</p>',
    after: 'ours',
  },
  {
    name: 'move',
    arrange: promote,
    given: ({ own, other_id }) => ({ kind: 'move', message_id: own, stream_id: other_id, topic: 'wine' }),
    shown: (scene) => messageOf(scene, scene.own)?.subject,
    before: 'tides',
    after: 'wine',
  },
  {
    name: 'delete',
    arrange: promote,
    given: ({ own }) => ({ kind: 'delete', message_id: own }),
    shown: (scene) => messageOf(scene, scene.own)?.id === undefined,
    before: false,
    after: true,
  },
  {
    name: 'react',
    given: ({ others }) => ({
      kind: 'react',
      message_id: others,
      emoji_name: 'wave',
      emoji_code: '1f44b',
      reaction_type: 'unicode_emoji',
    }),
    shown: (scene) =>
      messageOf(scene, scene.others)?.reactions.map(({ emoji_name, user_id }) => [
        emoji_name,
        user_id === scene.ada.id,
      ]),
    before: [],
    after: [['wave', true]],
  },
  {
    name: 'unreact',
    arrange: ({ ada, others }) => ada.post(`/messages/${others}/reactions`, { emoji_name: 'wave' }),
    given: ({ others }) => ({
      kind: 'unreact',
      message_id: others,
      emoji_name: 'wave',
      emoji_code: '1f44b',
      reaction_type: 'unicode_emoji',
    }),
    shown: (scene) => messageOf(scene, scene.others)?.reactions.length,
    before: 1,
    after: 0,
  },
  {
    name: 'star',
    given: ({ others }) => ({ kind: 'star', messages: [others] }),
    shown: (scene) => [
      scene.client.outbox.state.starred_messages.value.length,
      messageOf(scene, scene.others)?.flags.includes('starred'),
    ],
    before: [0, false],
    after: [1, true],
  },
  {
    name: 'unstar',
    arrange: ({ ada, others }) => ada.post('/messages/flags', { messages: [others], op: 'add', flag: 'starred' }),
    given: ({ others }) => ({ kind: 'unstar', messages: [others] }),
    shown: (scene) => [
      scene.client.outbox.state.starred_messages.value.length,
      messageOf(scene, scene.others)?.flags.includes('starred'),
    ],
    before: [1, true],
    after: [0, false],
  },
  {
    name: 'read',
    given: ({ others }) => ({ kind: 'read', messages: [others] }),
    shown: (scene) => [
      scene.client.store.unread.count('everywhere').value,
      messageOf(scene, scene.others)?.flags.includes('read'),
    ],
    before: [1, false],
    after: [0, true],
  },
  {
    name: 'unread',
    arrange: ({ ada, others }) => ada.post('/messages/flags', { messages: [others], op: 'add', flag: 'read' }),
    given: ({ others }) => ({ kind: 'unread', messages: [others] }),
    shown: (scene) => [
      scene.client.store.unread.count(scene.tides).value,
      messageOf(scene, scene.others)?.flags.includes('read'),
    ],
    before: [0, true],
    after: [1, false],
  },
  {
    name: 'vote',
    given: ({ own }) => ({ kind: 'vote', message_id: own, msg_type: 'widget', content: '{"widget_type":"poll"}' }),
    shown: (scene) => messageOf(scene, scene.own)?.submessages.map(({ content }) => content),
    before: [],
    after: ['{"widget_type":"poll"}'],
  },
  {
    name: 'draft',
    given: ({ stream_id }) => ({
      kind: 'draft',
      draft: { type: 'stream', to: [stream_id], topic: 'tides', content: 'Later', timestamp: 1_700_000_000 },
    }),
    shown: ({ client }) => client.outbox.state.drafts.value.map(({ content }) => content),
    before: [],
    after: ['Later'],
  },
  {
    name: 'discard',
    arrange: ({ ada }) =>
      ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'Later', timestamp: 1_700_000_000 }] }),
    given: ({ client }) => ({ kind: 'discard', draft_id: client.store.state.drafts.value[0]!.id }),
    shown: ({ client }) => client.outbox.state.drafts.value.length,
    before: 1,
    after: 0,
  },
  {
    name: 'mute_topic',
    given: ({ stream_id }) => ({ kind: 'mute_topic', stream_id, topic: 'Tides' }),
    shown: ({ client }) => client.outbox.state.muted_topics.value.map(([stream, topic]) => [stream, topic]),
    before: [],
    after: [['harbour', 'Tides']],
  },
  {
    name: 'unmute_topic',
    arrange: ({ ada, stream_id }) =>
      ada.patch('/users/me/subscriptions/muted_topics', { stream_id, topic: 'tides', op: 'add' }),
    given: ({ stream_id }) => ({ kind: 'unmute_topic', stream_id, topic: 'TIDES' }),
    shown: ({ client }) => client.outbox.state.muted_topics.value.length,
    before: 1,
    after: 0,
  },
  {
    name: 'subscription',
    given: ({ stream_id }) => ({ kind: 'subscription', stream_id, property: 'pin_to_top', value: true }),
    shown: ({ client }) =>
      client.outbox.state.subscriptions.value.filter(({ pin_to_top }) => pin_to_top).map(({ name }) => name),
    before: [],
    after: ['harbour'],
  },
  {
    name: 'setting',
    given: () => ({ kind: 'setting', property: 'twenty_four_hour_time', value: true }),
    shown: ({ client }) =>
      (client.outbox.state.user_settings.value as unknown as Record<string, unknown>)['twenty_four_hour_time'],
    before: false,
    after: true,
  },
  {
    name: 'status',
    given: () => ({ kind: 'status', status_text: 'at sea', away: true }),
    shown: ({ client, ada }) => client.outbox.state.user_status.value[ada.id],
    before: undefined,
    after: { away: true, status_text: 'at sea' },
  },
]

const named = cases.map((one) => [one.name, one] as const)

test.for(named)('%s: its effect is shown at once, and stays when it is confirmed', async ([, one]) => {
  const scene = await newConnectedClient()
  const { client } = scene
  await one.arrange?.(scene)
  await vi.waitFor(() => expect(one.shown(scene)).toEqual(one.before))
  const { done } = client.outbox.do(one.given(scene))
  expect(one.shown(scene)).toEqual(one.after)
  await done
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(0))
  // Long after the answer it is the store that shows it.
  await vi.waitFor(() => {
    client.clock.pass(11)
    expect(one.shown(scene)).toEqual(one.name === 'edit' ? '<p>ours</p>' : one.after)
  })
  const fresh = await openClient(scene.ada)
  await loadMessages(fresh)
  expect(one.shown({ ...scene, client: fresh })).toEqual(one.name === 'edit' ? '<p>ours</p>' : one.after)
})

test.for(named)('%s: it is undone when it is refused, with the reason', async ([, one]) => {
  const scene = await newConnectedClient()
  const { client } = scene
  await one.arrange?.(scene)
  await vi.waitFor(() => expect(one.shown(scene)).toEqual(one.before))
  client.follower.stop()
  client.network.answers.push(refusal)
  const { done, command } = client.outbox.do(one.given(scene))
  expect(one.shown(scene)).toEqual(one.after)
  await expect(done).rejects.toBeInstanceOf(Refusal)
  expect(one.shown(scene)).toEqual(one.before)
  expect(client.outbox.refusals.value).toMatchObject([{ command: { id: command.id }, error: { message: 'Not today' } }])
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(0))
  client.outbox.dismiss(command.id)
  expect(client.outbox.refusals.value).toEqual([])
})

const refusal = (): Response =>
  Response.json({ result: 'error', msg: 'Not today', code: 'BAD_REQUEST' }, { status: 400 })
