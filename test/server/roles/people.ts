import { password, type Person } from '../../kit'
import type { RowWorld, RowGroups } from './row'
import {
  accounts,
  administrators,
  ownersOrAdministrators,
  members,
  moderatorPeople,
  noOne,
  withBadRequest,
  owners,
  people,
} from './who'

/** A bot of whose place it is; of the owner of the organization, where that may have none. */
async function ownBot({ person, owner, newBot }: RowWorld): Promise<Person> {
  const may = await person.ask('GET', '/bots')
  return newBot(may.status === 200 ? person : owner)
}

/** A new bot of the maker that is offered to the receiver; to the owner of the organization, where that may have none. */
async function offeredBot({ owner, newBot }: RowWorld, maker: Person, receiver: Person): Promise<Person> {
  const bot = await newBot(maker)
  const may = await receiver.ask('GET', '/bots')
  await maker.patch(`/bots/${bot.id}`, { bot_owner_id: may.status === 200 ? receiver.id : owner.id })
  return bot
}

const group = (asked: RowWorld) => ({ name: asked.newName(), description: 'Who mind the tides' })

async function newGroup(asked: RowWorld, ...of: Person[]): Promise<number> {
  const params = { ...group(asked), members: of.map(({ id }) => id) }
  await asked.owner.post('/user_groups/create', params)
  const { user_groups } = await asked.owner.get('/user_groups')
  return (user_groups as { id: number; name: string }[]).find(({ name }) => name === params.name)!.id
}

export const peopleRows: RowGroups = {
  users: [
    { route: 'GET /users', may: accounts },
    { route: 'GET /users/me', may: accounts },
    { route: 'GET /users/{user_id}', may: accounts, params: ({ owner }) => ({ user_id: owner.id }) },
    { route: 'GET /users/{email}', may: accounts, params: ({ owner }) => ({ email: owner.email }) },
    {
      route: 'POST /users',
      may: administrators,
      params: ({ newName: fresh }) => ({ email: `${fresh()}@example.com`, full_name: 'New Comer', password }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'the name of somebody',
      may: withBadRequest(administrators),
      params: async ({ newcomer, newName: fresh }) => ({ user_id: (await newcomer()).id, full_name: fresh() }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'the name of your own bot',
      may: ownersOrAdministrators,
      params: async (asked) => ({ user_id: (await ownBot(asked)).id, full_name: asked.newName() }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'the role of your own bot',
      may: withBadRequest(administrators),
      params: async (asked) => ({ user_id: (await ownBot(asked)).id, role: 300 }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'your own role',
      may: withBadRequest(administrators),
      params: ({ person, owner }) => ({ user_id: person.id, role: person === owner ? 100 : 200 }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'making an administrator',
      may: withBadRequest(administrators),
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id, role: 200 }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'making an owner',
      may: withBadRequest(owners),
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id, role: 100 }),
    },
    {
      route: 'PATCH /users/{user_id}',
      when: 'taking the role of an owner away',
      may: withBadRequest(owners),
      params: async ({ newcomer }) => ({ user_id: (await newcomer(100)).id, role: 400 }),
    },
    {
      route: 'DELETE /users/me',
      may: accounts,
      alone: true,
      params: async ({ newcomer }) => {
        await newcomer(100)
        return {}
      },
    },
    {
      route: 'DELETE /users/{user_id}',
      may: withBadRequest(administrators),
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id }),
    },
    {
      route: 'DELETE /users/{user_id}',
      when: 'an owner',
      may: withBadRequest(owners),
      params: async ({ newcomer }) => ({ user_id: (await newcomer(100)).id }),
    },
    {
      route: 'POST /users/{user_id}/reactivate',
      may: withBadRequest(administrators),
      params: async ({ owner, newcomer }) => {
        const { id } = await newcomer()
        await owner.delete(`/users/${id}`)
        return { user_id: id }
      },
    },
    {
      route: 'POST /users/{user_id}/reactivate',
      when: 'your own bot',
      may: ownersOrAdministrators,
      params: async (asked) => {
        const { id } = await ownBot(asked)
        await asked.owner.delete(`/bots/${id}`)
        return { user_id: id }
      },
    },
    {
      route: 'POST /users/{user_id}/reactivate',
      when: 'a bot of somebody else',
      may: withBadRequest(administrators),
      params: async ({ owner, newcomer, newBot }) => {
        const { id } = await newBot(await newcomer())
        await owner.delete(`/bots/${id}`)
        return { user_id: id }
      },
    },
  ],
  erasures: [
    {
      route: 'POST /users/{user_id}/erase',
      may: owners,
      params: async ({ newcomer }) => ({ user_id: (await newcomer()).id, messages: 'keep' }),
    },
    {
      route: 'POST /users/{user_id}/erase',
      when: 'your own bot',
      may: owners,
      params: async (asked) => ({ user_id: (await ownBot(asked)).id, messages: 'delete' }),
    },
  ],
  bots: [
    { route: 'GET /bots', may: members },
    {
      route: 'POST /bots',
      may: members,
      params: ({ newName: fresh }) => {
        const short_name = fresh()
        return { short_name, full_name: `The ${short_name}` }
      },
    },
    {
      route: 'PATCH /bots/{bot_id}',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: (await ownBot(asked)).id, full_name: asked.newName() }),
    },
    {
      route: 'PATCH /bots/{bot_id}',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async ({ newcomer, newBot, newName: fresh }) => ({
        bot_id: (await newBot(await newcomer())).id,
        full_name: fresh(),
      }),
    },
    {
      route: 'DELETE /bots/{bot_id}',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: (await ownBot(asked)).id }),
    },
    {
      route: 'DELETE /bots/{bot_id}',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async ({ newcomer, newBot }) => ({ bot_id: (await newBot(await newcomer())).id }),
    },
    {
      route: 'POST /bots/{bot_id}/api_key/regenerate',
      when: 'your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: (await ownBot(asked)).id }),
    },
    {
      route: 'POST /bots/{bot_id}/api_key/regenerate',
      when: "somebody else's",
      may: withBadRequest(administrators),
      params: async ({ newcomer, newBot }) => ({ bot_id: (await newBot(await newcomer())).id }),
    },
    {
      route: 'PATCH /bots/{bot_id}',
      when: 'offering your own',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: (await ownBot(asked)).id, bot_owner_id: (await asked.newcomer()).id }),
    },
    { route: 'GET /bots/offers', may: accounts },
    {
      route: 'POST /bots/{bot_id}/offer/accept',
      when: 'offered to you',
      may: members,
      params: async (asked) => ({ bot_id: (await offeredBot(asked, await asked.newcomer(), asked.person)).id }),
    },
    {
      route: 'POST /bots/{bot_id}/offer/accept',
      when: 'offered to somebody else',
      may: noOne,
      params: async (asked) => ({
        bot_id: (await offeredBot(asked, await asked.newcomer(), await asked.newcomer())).id,
      }),
    },
    {
      route: 'DELETE /bots/{bot_id}/offer',
      when: 'offered to you',
      may: ownersOrAdministrators,
      params: async (asked) => ({ bot_id: (await offeredBot(asked, await asked.newcomer(), asked.person)).id }),
    },
    {
      route: 'DELETE /bots/{bot_id}/offer',
      when: 'of somebody else to somebody else',
      may: withBadRequest(administrators),
      params: async (asked) => ({
        bot_id: (await offeredBot(asked, await asked.newcomer(), await asked.newcomer())).id,
      }),
    },
  ],
  'muted users': [
    {
      route: 'POST /users/me/muted_users/{muted_user_id}',
      may: accounts,
      params: async ({ newcomer }) => ({ muted_user_id: (await newcomer()).id }),
    },
    {
      route: 'DELETE /users/me/muted_users/{muted_user_id}',
      may: accounts,
      params: async ({ person, newcomer }) => {
        const { id } = await newcomer()
        await person.post(`/users/me/muted_users/${id}`)
        return { muted_user_id: id }
      },
    },
  ],
  status: [{ route: 'POST /users/me/status', may: people, params: ({ newName: fresh }) => ({ status_text: fresh() }) }],
  presence: [
    { route: 'POST /users/me/presence', may: people, params: () => ({ status: 'active' }) },
    { route: 'GET /realm/presence', may: accounts },
    {
      route: 'GET /users/{user_id_or_email}/presence',
      may: accounts,
      params: async ({ owner }) => {
        await owner.post('/users/me/presence', { status: 'active' })
        return { user_id_or_email: owner.email }
      },
    },
  ],
  'user groups': [
    { route: 'GET /user_groups', may: members },
    { route: 'POST /user_groups/create', may: members, params: group },
    {
      route: 'PATCH /user_groups/{group_id}',
      when: 'one that you belong to',
      may: members,
      params: async (asked) => ({ group_id: await newGroup(asked, asked.person), name: asked.newName() }),
    },
    {
      route: 'PATCH /user_groups/{group_id}',
      when: 'one of others',
      may: moderatorPeople,
      params: async (asked) => ({ group_id: await newGroup(asked), name: asked.newName() }),
    },
    {
      route: 'DELETE /user_groups/{group_id}',
      when: 'one that you belong to',
      may: members,
      params: async (asked) => ({ group_id: await newGroup(asked, asked.person) }),
    },
    {
      route: 'DELETE /user_groups/{group_id}',
      when: 'one of others',
      may: moderatorPeople,
      params: async (asked) => ({ group_id: await newGroup(asked) }),
    },
    {
      route: 'POST /user_groups/{group_id}/members',
      when: 'of one that you belong to',
      may: members,
      params: async (asked) => ({ group_id: await newGroup(asked, asked.person), delete: [asked.person.id] }),
    },
    {
      route: 'POST /user_groups/{group_id}/members',
      when: 'of one of others',
      may: moderatorPeople,
      params: async (asked) => ({ group_id: await newGroup(asked), add: [asked.person.id] }),
    },
  ],
}
