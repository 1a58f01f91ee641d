import type { Params, Person } from '../../kit'
import type { RowWorld, RowGroups } from './row'
import { accounts, administrators, badRequest, noOne, notGuests, withBadRequest, owners, people } from './who'

const newStreamParams = ({ newName: fresh }: RowWorld): Params => ({ subscriptions: [{ name: fresh() }] })

/** A stream in which the person is. */
export const newStreamWithMembers = ({ newStream, owner, person }: RowWorld, params?: Params) =>
  newStream([owner, person], params)

/** The person and somebody else in one stream. */
async function withOther(asked: RowWorld): Promise<{ stream: { id: number; name: string }; other: Person }> {
  const other = await asked.newcomer()
  return { stream: await asked.newStream([asked.owner, asked.person, other]), other }
}

/** A stream that none of those who ask is in. */
export interface Stream {
  id: number
  name: string
  insider: Person
}

export async function publicStream({ newStream, newcomer }: RowWorld, params?: Params): Promise<Stream> {
  const insider = await newcomer()
  return { ...(await newStream([insider], params)), insider }
}

export const privateStream = (asked: RowWorld): Promise<Stream> => publicStream(asked, { invite_only: true })

export async function webPublicStream(asked: RowWorld): Promise<Stream> {
  await asked.owner.patch('/realm', { enable_spectator_access: true })
  return publicStream(asked, { is_web_public: true })
}

async function newDefaultGroup({
  owner,
  newName: fresh,
  newStream,
}: RowWorld): Promise<{ id: number; stream: string }> {
  const { name: stream } = await newStream([owner])
  const name = fresh()
  const params = { group_name: name, description: 'For all who sail', stream_names: [stream] }
  await owner.post('/default_stream_groups/create', params)
  const { realm_default_stream_groups } = await owner.post('/register', {
    fetch_event_types: ['default_stream_groups'],
    event_types: ['default_stream_groups'],
  })
  const { id } = (realm_default_stream_groups as { id: number; name: string }[]).find((one) => one.name === name)!
  return { id, stream }
}

export const streamRows: RowGroups = {
  streams: [
    { route: 'GET /streams', may: accounts },
    {
      route: 'GET /streams',
      when: 'all that are active',
      may: withBadRequest(administrators),
      params: () => ({ include_all_active: true }),
    },
    { route: 'GET /get_stream_id', may: accounts, params: ({ harbour }) => ({ stream: harbour.name }) },
    { route: 'GET /streams/{stream_id}/members', may: accounts, params: ({ harbour }) => ({ stream_id: harbour.id }) },
    ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({
      route: `${method} /streams/{stream_id}/email_address`,
      may: people,
      params: async (asked: RowWorld) => ({ stream_id: (await newStreamWithMembers(asked)).id }),
    })),
    { route: 'GET /users/me/{stream_id}/topics', may: accounts, params: ({ harbour }) => ({ stream_id: harbour.id }) },
    {
      route: 'GET /get_stream_id',
      when: 'a public one that you are not in',
      may: notGuests,
      params: async (asked) => ({ stream: (await publicStream(asked)).name }),
    },
    {
      route: 'GET /get_stream_id',
      when: 'a private one that you are not in',
      may: withBadRequest(administrators),
      params: async (asked) => ({ stream: (await privateStream(asked)).name }),
    },
    {
      route: 'GET /streams/{stream_id}/members',
      when: 'a public one that you are not in',
      may: notGuests,
      params: async (asked) => ({ stream_id: (await publicStream(asked)).id }),
    },
    {
      route: 'GET /streams/{stream_id}/members',
      when: 'a private one that you are not in',
      may: withBadRequest(administrators),
      params: async (asked) => ({ stream_id: (await privateStream(asked)).id }),
    },
    {
      route: 'GET /users/me/{stream_id}/topics',
      when: 'a public one that you are not in',
      may: notGuests,
      params: async (asked) => ({ stream_id: (await publicStream(asked)).id }),
    },
    {
      route: 'GET /users/me/{stream_id}/topics',
      when: 'a web-public one that you are not in',
      may: accounts,
      params: async (asked) => ({ stream_id: (await webPublicStream(asked)).id }),
    },
    {
      route: 'GET /users/me/{stream_id}/topics',
      when: 'a private one that you are not in',
      may: noOne,
      params: async (asked) => ({ stream_id: (await privateStream(asked)).id }),
    },
    {
      route: 'PATCH /streams/{stream_id}',
      may: administrators,
      params: async (asked) => ({ stream_id: (await newStreamWithMembers(asked)).id, description: asked.newName() }),
    },
    {
      route: 'PATCH /streams/{stream_id}',
      when: 'who may see it',
      may: administrators,
      params: async (asked) => ({ stream_id: (await newStreamWithMembers(asked)).id, is_private: true }),
    },
    {
      route: 'PATCH /streams/{stream_id}',
      when: 'who may see a private one that you are not in',
      may: noOne,
      params: async (asked) => ({ stream_id: (await privateStream(asked)).id, is_private: false }),
    },
    {
      route: 'PATCH /streams/{stream_id}',
      when: 'the description of a private one that you are not in',
      may: withBadRequest(administrators),
      params: async (asked) => ({ stream_id: (await privateStream(asked)).id, description: asked.newName() }),
    },
    {
      route: 'PATCH /streams/{stream_id}',
      when: 'how long its messages are kept',
      may: owners,
      params: async (asked) => ({ stream_id: (await newStreamWithMembers(asked)).id, message_retention_days: 1000 }),
    },
    {
      route: 'DELETE /streams/{stream_id}',
      may: administrators,
      params: async (asked) => ({ stream_id: (await newStreamWithMembers(asked)).id }),
    },
  ],
  subscriptions: [
    { route: 'GET /users/me/subscriptions', may: accounts },
    { route: 'POST /users/me/subscriptions', when: 'a new stream', may: notGuests, params: newStreamParams },
    {
      route: 'POST /users/me/subscriptions',
      when: 'a stream that is there',
      may: notGuests,
      params: async ({ newStream, owner }) => ({ subscriptions: [{ name: (await newStream([owner])).name }] }),
    },
    {
      route: 'POST /users/me/subscriptions',
      when: 'a private stream that you are not in',
      may: noOne,
      params: async (asked) => ({ subscriptions: [{ name: (await privateStream(asked)).name }] }),
    },
    {
      route: 'POST /users/me/subscriptions',
      when: 'a new private stream',
      may: notGuests,
      params: (asked) => ({ ...newStreamParams(asked), invite_only: true }),
    },
    {
      route: 'POST /users/me/subscriptions',
      when: 'a new web-public stream',
      may: withBadRequest(owners),
      params: async (asked) => {
        await asked.owner.patch('/realm', { enable_spectator_access: true })
        return { ...newStreamParams(asked), is_web_public: true }
      },
    },
    {
      route: 'POST /users/me/subscriptions',
      when: 'a new stream that keeps its messages for long',
      may: { ...owners, otherwise: { guest: badRequest } },
      params: (asked) => ({ ...newStreamParams(asked), message_retention_days: 1000 }),
    },
    {
      route: 'POST /users/me/subscriptions',
      when: 'for somebody else',
      may: notGuests,
      params: async ({ harbour, newcomer }) => ({
        subscriptions: [{ name: harbour.name }],
        principals: [(await newcomer()).id],
      }),
    },
    { route: 'POST /subscribe', may: notGuests, params: newStreamParams },
    {
      route: 'PATCH /users/me/subscriptions',
      when: 'adding',
      may: notGuests,
      params: ({ newName: fresh }) => ({ add: [{ name: fresh() }] }),
    },
    {
      route: 'PATCH /users/me/subscriptions',
      when: 'deleting',
      may: accounts,
      params: async (asked) => ({ delete: [(await newStreamWithMembers(asked)).name] }),
    },
    {
      route: 'DELETE /users/me/subscriptions',
      may: accounts,
      params: async (asked) => ({ subscriptions: [(await newStreamWithMembers(asked)).name] }),
    },
    {
      route: 'DELETE /users/me/subscriptions',
      when: 'of somebody else',
      may: administrators,
      params: async (asked) => {
        const { stream, other } = await withOther(asked)
        return { subscriptions: [stream.name], principals: [other.id] }
      },
    },
    {
      route: 'DELETE /users/me/subscriptions',
      when: 'of somebody else, to a private stream that you are not in',
      may: { ...administrators, refusal: '400 STREAM_DOES_NOT_EXIST' },
      params: async (asked) => {
        const { name, insider } = await privateStream(asked)
        return { subscriptions: [name], principals: [insider.id] }
      },
    },
    {
      route: 'GET /users/{user_id}/subscriptions/{stream_id}',
      may: accounts,
      params: ({ owner, harbour }) => ({ user_id: owner.id, stream_id: harbour.id }),
    },
    {
      route: 'POST /users/me/subscriptions/properties',
      may: accounts,
      params: ({ harbour }) => ({
        subscription_data: [{ stream_id: harbour.id, property: 'pin_to_top', value: true }],
      }),
    },
    {
      route: 'PATCH /users/me/subscriptions/{stream_id}',
      may: accounts,
      params: ({ harbour }) => ({ stream_id: harbour.id, property: 'is_muted', value: true }),
    },
  ],
  'default streams': [
    {
      route: 'POST /default_streams',
      may: administrators,
      params: async (asked) => ({ stream_id: (await newStreamWithMembers(asked)).id }),
    },
    {
      route: 'DELETE /default_streams',
      may: administrators,
      params: async (asked) => {
        const { id } = await newStreamWithMembers(asked)
        await asked.owner.post('/default_streams', { stream_id: id })
        return { stream_id: id }
      },
    },
    {
      route: 'POST /default_stream_groups/create',
      may: administrators,
      params: async (asked) => ({
        group_name: asked.newName(),
        description: 'For all who sail',
        stream_names: [(await newStreamWithMembers(asked)).name],
      }),
    },
    {
      route: 'PATCH /default_stream_groups/{group_id}',
      may: administrators,
      params: async (asked) => ({ group_id: (await newDefaultGroup(asked)).id, new_description: asked.newName() }),
    },
    {
      route: 'PATCH /default_stream_groups/{group_id}/streams',
      may: administrators,
      alone: true,
      params: async (asked) => {
        const { id, stream } = await newDefaultGroup(asked)
        return { group_id: id, op: 'remove', stream_names: [stream] }
      },
    },
    {
      route: 'DELETE /default_stream_groups/{group_id}',
      may: administrators,
      alone: true,
      params: async (asked) => ({ group_id: (await newDefaultGroup(asked)).id }),
    },
  ],
  mutes: [
    {
      route: 'PATCH /users/me/subscriptions/muted_topics',
      when: 'muting',
      may: accounts,
      params: ({ harbour, newName: fresh }) => ({ stream_id: harbour.id, topic: fresh(), op: 'add' }),
    },
    {
      route: 'PATCH /users/me/subscriptions/muted_topics',
      when: 'unmuting',
      may: accounts,
      params: async ({ harbour, newName: fresh, person }) => {
        const named = { stream_id: harbour.id, topic: fresh() }
        await person.patch('/users/me/subscriptions/muted_topics', { ...named, op: 'add' })
        return { ...named, op: 'remove' }
      },
    },
  ],
}
