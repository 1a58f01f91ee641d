import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../kit'
import {
  aboutAttachments,
  aboutDefaultStreamGroups,
  aboutDomains,
  aboutDrafts,
  aboutEmoji,
  aboutGroups,
  aboutInvitations,
  aboutLinkifiers,
  aboutMessages,
  aboutPlaygrounds,
  aboutProfileFields,
  aboutQueues,
  aboutStreams,
  aboutUsers,
  narrowsToStreams,
  type About,
  type Named,
  type Own,
} from './hidden'
import { picture } from './files'
import { postOrFail, sendRequest } from './ask'
import type { Asker } from './who'
import { newWorld, type World } from './world'

let here: World
let elsewhere: World

beforeAll(async () => {
  here = await newWorld()
  elsewhere = await newWorld()
})

/** Something that is there, and somebody for whom it is. */
interface Thing extends Named {
  readonly world: World
  readonly insider: Person
}

const newestOf = (list: unknown): number => (list as { id: number }[]).at(-1)!.id

const thingOfOwner = (world: World, id: number, name = 'nothing'): Thing => ({ world, insider: world.owner, id, name })

/** Of what goes by a name. */
const noId = -1

async function user(world: World): Promise<Thing> {
  const { id, email } = await world.newcomer()
  return thingOfOwner(world, id, email)
}

async function bot(world: World): Promise<Thing> {
  const { id, email } = await world.newBot(world.owner)
  return thingOfOwner(world, id, email)
}

async function publicStream(world: World): Promise<Thing> {
  const { id, name } = await world.newStream([world.owner])
  return thingOfOwner(world, id, name)
}

async function privateStream(world: World): Promise<Thing> {
  const insider = await world.newcomer()
  const { id, name } = await world.newStream([insider], { invite_only: true })
  await insider.send(name, 'tides', 'High or low?')
  return { world, insider, id, name }
}

const messageIn =
  (stream: (world: World) => Promise<Thing>) =>
  async (world: World): Promise<Thing> => {
    const thing = await stream(world)
    return { ...thing, id: await thing.insider.send(thing.name, 'tides', 'Low') }
  }

async function privateMessage(world: World): Promise<Thing> {
  const [insider, other] = [await world.newcomer(), await world.newcomer()]
  return { world, insider, id: await insider.write([other], 'Between us'), name: 'nothing' }
}

async function group(world: World): Promise<Thing> {
  const { owner, newName: fresh } = world
  await owner.post('/user_groups/create', { name: fresh(), description: 'Who mind the tides' })
  return thingOfOwner(world, newestOf((await owner.get('/user_groups'))['user_groups']))
}

async function linkifier(world: World): Promise<Thing> {
  const params = { pattern: `${world.newName()}-(?P<n>[0-9]+)`, url_format_string: 'https://example.com/%(n)s' }
  return thingOfOwner(world, (await world.owner.post('/realm/filters', params))['id'] as number)
}

async function playground(world: World): Promise<Thing> {
  const params = { name: world.newName(), pygments_language: 'Python', url_prefix: 'https://example.com/?code=' }
  return thingOfOwner(world, (await world.owner.post('/realm/playgrounds', params))['id'] as number)
}

async function profileField(world: World): Promise<Thing> {
  const params = { name: world.newName(), field_type: 1 }
  return thingOfOwner(world, (await world.owner.post('/realm/profile_fields', params))['id'] as number)
}

async function invitation(world: World): Promise<Thing> {
  const { owner, newName: fresh, harbour } = world
  await owner.post('/invites', { invitee_emails: `${fresh()}@example.com`, stream_ids: [harbour.id] })
  return thingOfOwner(world, newestOf((await owner.get('/invites'))['invites']))
}

async function inviteLink(world: World): Promise<Thing> {
  await world.owner.post('/invites/multiuse')
  return thingOfOwner(world, newestOf((await world.owner.get('/invites'))['invites']))
}

async function defaultStreamGroup(world: World): Promise<Thing> {
  const { owner, newName: fresh, newStream } = world
  const { name } = await newStream([owner])
  const params = { group_name: fresh(), description: 'For all who sail', stream_names: [name] }
  await owner.post('/default_stream_groups/create', params)
  const state = await owner.post('/register', { fetch_event_types: ['default_stream_groups'] })
  return thingOfOwner(world, newestOf(state['realm_default_stream_groups']))
}

async function draft(world: World): Promise<Thing> {
  const drafts = [{ type: '', to: [], topic: '', content: 'To be said' }]
  const { ids } = await world.owner.post('/drafts', { drafts })
  return thingOfOwner(world, (ids as number[])[0]!)
}

async function attachment(world: World): Promise<Thing> {
  await postOrFail(world.owner, '/user_uploads', { file: new File(['High at noon'], 'tides.txt') })
  return thingOfOwner(world, newestOf((await world.owner.get('/attachments'))['attachments']))
}

async function queue(world: World): Promise<Thing> {
  const { queue_id } = await world.owner.post('/register', { fetch_event_types: [] })
  return thingOfOwner(world, noId, queue_id as string)
}

async function domain(world: World): Promise<Thing> {
  const name = `${world.newName()}.example`
  await world.owner.post('/realm/domains', { domain: name, allow_subdomains: false })
  return thingOfOwner(world, noId, name)
}

async function emoji(world: World): Promise<Thing> {
  const name = world.newName()
  await postOrFail(world.owner, `/realm/emoji/${name}`, picture())
  return thingOfOwner(world, noId, name)
}

/** What who asks has for themself. */
async function ownThings(world: World, person: Person): Promise<Own> {
  const { owner, harbour, newName: fresh } = world
  const { id } = await profileField(world)
  await owner.post('/user_groups/create', { name: fresh(), description: 'Own', members: [person.id] })
  await person.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: harbour.name }] })
  return {
    id: person.id,
    message_id: await person.send(harbour.name, fresh(), 'High or low?'),
    group_id: newestOf((await owner.get('/user_groups'))['user_groups']),
    field_ids: [id],
  }
}

type Hidden = readonly [from: Exclude<Asker, 'nobody'>, thing: (world: World) => Promise<Thing>, readonly About[]]

describe('of the same organization, what looks as if it were not there is', () => {
  test.each<readonly [string, ...Hidden]>([
    ['a private stream, to members', 'member', privateStream, aboutStreams],
    ['a private stream, to bots', 'bot', privateStream, aboutStreams],
    ['a private stream, to guests', 'guest', privateStream, aboutStreams],
    ['a public stream, to guests', 'guest', publicStream, aboutStreams],
    ['a message of a private stream, to owners', 'owner', messageIn(privateStream), aboutMessages],
    ['a message of a private stream, to members', 'member', messageIn(privateStream), aboutMessages],
    ['a message of a public stream, to guests', 'guest', messageIn(publicStream), aboutMessages],
    ['a private message, to owners', 'owner', privateMessage, aboutMessages],
    ['a private message, to members', 'member', privateMessage, aboutMessages],
    ["somebody else's draft, to administrators", 'administrator', draft, aboutDrafts],
    ["somebody else's file, to moderators", 'moderator', attachment, aboutAttachments],
    ["somebody else's invitation, to members", 'member', invitation, aboutInvitations],
  ])('%s', async (_, from, thing, requests) => {
    await expectHidden(await thing(here), here.accounts[from], requests)
  })
})

describe('of another organization, what looks as if it were not there is', () => {
  test.each<readonly [string, (world: World) => Promise<Thing>, readonly About[]]>([
    ['a user', user, aboutUsers],
    ['a bot', bot, aboutUsers],
    ['a stream', publicStream, [...aboutStreams, ...narrowsToStreams]],
    ['a message', messageIn(publicStream), aboutMessages],
    ['a group', group, aboutGroups],
    ['a linkifier', linkifier, aboutLinkifiers],
    ['a playground', playground, aboutPlaygrounds],
    ['a profile field', profileField, aboutProfileFields],
    ['an invitation', invitation, aboutInvitations],
    ['a link for many', inviteLink, aboutInvitations],
    ['a group of default streams', defaultStreamGroup, aboutDefaultStreamGroups],
    ['a draft', draft, aboutDrafts],
    ['a file', attachment, aboutAttachments],
    ['an event queue', queue, aboutQueues],
    ['a domain', domain, aboutDomains],
    ['a custom emoji', emoji, aboutEmoji],
  ])('%s, also to owners', async (_, thing, requests) => {
    await expectHidden(await thing(elsewhere), here.owner, requests)
  })
})

/** Expects each request about the thing to be answered as one about nothing; and that somebody else does find it. */
async function expectHidden(thing: Thing, person: Person, requests: readonly About[]): Promise<void> {
  const own = await ownThings(here, person)
  const nothing = missingThing(thing)
  const given: string[] = []
  const wanted: string[] = []
  for (const about of requests) {
    given.push(await answerAbout(thing, about, person, own))
    wanted.push(await answerAbout(nothing, about, person, own))
  }
  expect(given).toEqual(wanted)
  expect(await isThere(thing, requests)).toBe(true)
}

/** Something of the same kind that is nowhere. */
const missingThing = ({ id, name }: Named): Named => ({ id: id + 1_000_000, name: name.replaceAll(/\d/g, '0') })

/** How a request about something is answered, wherever the answer names it. */
async function answerAbout(it: Named, about: About, person: Person, own: Own): Promise<string> {
  const [route, params] = about
  const response = await sendRequest(person.realm, person, route, params(it, own))
  const body = (await response.text()).replaceAll(it.name, '(name)').replaceAll(String(it.id), '(id)')
  return `${route}: ${response.status} ${body}`
}

async function isThere(thing: Thing, requests: readonly About[]): Promise<boolean> {
  const own = await ownThings(thing.world, thing.insider)
  for (const about of requests) {
    if ((await answerAbout(thing, about, thing.insider, own)).includes(': 200 ')) return true
  }
  return false
}
