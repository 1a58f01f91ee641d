import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/app'
import { requestExport } from '../../kit/archives'
import { password, reach, request, type Listener, type Params, type Person } from '../../kit'
import { postOrFail, sendRequest } from './ask'
import { picture } from './files'
import { askers, type Asker } from './who'
import { newWorld, type World } from './world'

/**
 * Everything that each account is shown of links, tokens and keys is used by who was shown it: nobody may come to do what
 * they may not.
 */

const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }
const accounts = askers.filter((asker) => asker !== 'nobody' && asker !== 'deactivated user')
type Account = (typeof accounts)[number]

let world: World
let listeners: Record<Account, Listener | null>
/** Parameters of paths and queries. They name things of the owner, who has most to lose. */
let named: Params
let lordly: Person

beforeAll(async () => {
  world = await newWorld()
  const { owner, harbour, newBot } = world
  listeners = Object.fromEntries(
    await Promise.all(
      accounts.map(
        async (asker) => [asker, asker === 'incoming webhook' ? null : await accountOf(asker).listen()] as const,
      ),
    ),
  ) as typeof listeners
  for (const role of Object.values(roles)) await owner.post('/invites/multiuse', { invite_as: role })
  const invitee_emails = 'invited@example.com'
  await owner.post('/invites', { invitee_emails, stream_ids: [harbour.id], invite_as: roles.owner })
  await requestExport(owner)
  await owner.patch('/settings', { email: 'owner-anew@example.com' })
  await owner.post(`/users/${owner.id}/password_reset`)
  lordly = await newBot(owner)
  await owner.post('/bots', {
    full_name: 'The Caller',
    short_name: 'caller',
    bot_type: 3,
    payload_url: '"https://hooks.test/"',
    config_data: { secret: 'of the owner' },
  })
  await owner.ask('PUT', '/bot_storage', { storage: { secret: 'of the owner' } })
  const { uri } = await postOrFail(owner, '/user_uploads', picture())
  const [, , realm_id, ...path] = (uri as string).split('/')
  const message_id = await owner.write([lordly], `[picture](${String(uri)})`)
  named = {
    user_id: lordly.id,
    email: owner.email,
    user_id_or_email: owner.email,
    stream_id: harbour.id,
    message_id,
    realm_id,
    path: path.join('/'),
    // An address that is never asked.
    address: '687474703a2f2f6c6f63616c686f73742f',
    subdomain: 'another',
    // There was no import.
    import_id: 1,
    // Nor was there a copy.
    copy_id: 1,
    run: 1,
    chapter: 'users',
    kind: 'attachment',
    id: 1,
    backup_id: 1,
    token: 'none',
    service: 'github',
    bot_id: lordly.id,
    stream: harbour.name,
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    msg_ids: [message_id],
    narrow: [],
  }
})

const accountOf = (asker: Account): Person => world.accounts[asker]

/** All answers that an account gets to GET requests, and the events that it gets meanwhile. */
async function readEverythingShown(asker: Account): Promise<string> {
  const person = accountOf(asker)
  const texts = [JSON.stringify(await person.ask('POST', '/register'))]
  for (const { method, path } of endpoints) {
    if (method !== 'GET' || path === '/events' || path.startsWith('/confirm_email')) continue
    for (const name of path.matchAll(/\{(\w+)\}/g))
      if (name[1] !== 'base_url') expect(Object.keys(named), `what ${path} names`).toContain(name[1])
    const response = await sendRequest(world.realm, person, `GET ${path}`, { ...named })
    texts.push(await response.text())
  }
  const events = await listeners[asker]?.events()
  return [...texts, JSON.stringify(events ?? [])].join('\n')
}

const endings = (text: string, link: RegExp): string[] => [
  ...new Set([...text.matchAll(link)].map((match) => match[1]!)),
]

/** Roles that somebody becomes with the links that were shown. */
async function joinWithKeysIn(text: string): Promise<number[]> {
  const given: number[] = []
  for (const invitation_key of endings(text, /\/join\/(\w+)/g)) {
    const params = { invitation_key, full_name: 'New Comer', email: `${world.newName()}@example.com`, password }
    const { user_id } = await request(world.realm.host, 'POST', '/join', { params })
    const { user } = await world.owner.get(`/users/${user_id as number}`)
    given.push((user as { role: number }).role)
  }
  return given.toSorted((left, right) => left - right)
}

/** Those of the texts of the length of a key that are keys of accounts. */
async function keysIn(text: string): Promise<string[]> {
  const candidates = [...new Set(text.match(/\b[A-Za-z0-9]{32}\b/g))]
  const hashes = candidates.map((key) => createHash('sha256').update(key).digest('hex'))
  const { results } = await env.DB.prepare('select hash from session where hash in (select value from json_each(?))')
    .bind(JSON.stringify(hashes))
    .all<{ hash: string }>()
  return results.map(({ hash }) => candidates[hashes.indexOf(hash)]!)
}

const addressOf = async (person: Person): Promise<string> =>
  (await env.DB.prepare('select delivery_email from user where id = ?').bind(person.id).first('delivery_email'))!

const archives = (text: string): string[] => endings(text, /\/exports\/([\w-]+)/g)

const statusOf = async (ending: string): Promise<number> => {
  const response = await reach(world.realm.host, `/exports/${ending}`)
  await response.arrayBuffer()
  return response.status
}

interface Right {
  /** What links for many make of who joins. */
  joins: number[]
  confirmsOwners: boolean
  confirmsOthers: boolean
  exports: boolean
}

const nothing: Right = { joins: [], confirmsOwners: false, confirmsOthers: false, exports: false }
const { owner, administrator, moderator, member, guest } = roles
const rights: Partial<Record<Asker, Right>> = {
  // Bots are shown no invitations.
  'administrator bot': { joins: [], confirmsOwners: false, confirmsOthers: true, exports: true },
  administrator: {
    joins: [administrator, moderator, member, guest],
    confirmsOwners: false,
    confirmsOthers: true,
    exports: true,
  },
  owner: {
    joins: [owner, administrator, moderator, member, guest],
    confirmsOwners: true,
    confirmsOthers: true,
    exports: true,
  },
}

test.each(accounts)('%s is shown nothing that gives more than they may', async (asker) => {
  const right = rights[asker] ?? nothing
  const someone = await world.newcomer()
  const [anew, before] = [`${world.newName()}@example.com`, await addressOf(world.owner)]
  await someone.patch('/settings', { email: anew })

  const text = await readEverythingShown(asker)

  expect(await keysIn(text)).toEqual([])
  expect(endings(text, /\/reset\/(\w+)/g)).toEqual([])
  expect(await joinWithKeysIn(text)).toEqual(right.joins)
  for (const token of endings(text, /\/email\/(\w+)/g))
    await request(world.realm.host, 'POST', '/confirm_email', { params: { token } })
  expect((await addressOf(someone)) === anew).toBe(right.confirmsOthers)
  const after = await addressOf(world.owner)
  expect(after !== before).toBe(right.confirmsOwners)
  Object.assign(world.owner, { email: after })
  const links = archives(text)
  expect(links.length > 0).toBe(right.exports)
  for (const link of links) expect(await statusOf(link)).toBe(200)
  if (asker !== 'owner') expect(text).not.toContain('of the owner')
})

const readExportLink = async (person: Person) =>
  archives(JSON.stringify(await person.get('/export/realm')))[0] ?? expect.fail('No export is shown')

describe('what was shown to somebody', () => {
  test('opens no export once they are no administrator any more, or are deactivated', async () => {
    const [one, other] = [await world.newcomer(200), await world.newcomer(200)]
    const [ofOne, ofOther, ofOwner] = [
      await readExportLink(one),
      await readExportLink(other),
      await readExportLink(world.owner),
    ]

    await world.owner.patch(`/users/${one.id}`, { role: 400 })
    await world.owner.delete(`/users/${other.id}`)

    expect(await Promise.all([ofOne, ofOther, ofOwner].map(statusOf))).toEqual([404, 404, 200])
    // Nor does a link become somebody else's by another name in it.
    expect(await statusOf(ofOne.replace(String(one.id), String(world.owner.id)))).toBe(404)
  })

  test('makes no administrator of whoever has the link once its maker could not make it any more', async () => {
    const maker = await world.newcomer(200)
    const { invite_link } = await maker.post('/invites/multiuse')
    const join = () => joinWithKeysIn(invite_link as string)
    expect(await join()).toEqual([400])

    await world.owner.patch(`/users/${maker.id}`, { role: 400 })

    expect((await maker.get('/invites'))['invites']).toMatchObject([{ is_multiuse: true }])
    expect(JSON.stringify(await maker.get('/invites'))).not.toContain('/join/')
    await expect(join()).rejects.toThrow()
  })
})

/** A private stream that only the owner is in, and one where only administrators may write. */
async function newClosedStreams() {
  const { owner, newStream, newcomer } = world
  const [inner, board] = [await newStream([owner], { invite_only: true }), await newStream([owner])]
  await owner.patch(`/streams/${board.id}`, { stream_post_policy: 2 })
  return { inner, board, administrator: await newcomer(200), member: await newcomer() }
}
const sendAsBot = async (bot: Person, stream: { name: string }) =>
  (await bot.ask('POST', '/messages', { type: 'stream', to: stream.name, topic: 'tides', content: 'Hello' })).status
const withNewKey = async (by: Person, bot: Person): Promise<Person> =>
  Object.assign(Object.create(bot) as Person, {
    key: (await by.post(`/bots/${bot.id}/api_key/regenerate`))['api_key'] as string,
  })

describe('a bot in the hands of somebody else than its owner', () => {
  test('writes where its owner may, as long as it is in the hands of the owner', async () => {
    const { inner, board, administrator } = await newClosedStreams()
    const bot = await world.newBot(world.owner)
    expect([await sendAsBot(bot, inner), await sendAsBot(bot, board)]).toEqual([200, 200])

    const seized = await withNewKey(administrator, bot)
    expect([await sendAsBot(seized, inner), await sendAsBot(seized, board)]).toEqual([400, 400])

    const back = await withNewKey(world.owner, bot)
    expect([await sendAsBot(back, inner), await sendAsBot(back, board)]).toEqual([200, 200])
  })

  test('gives a member who passed it on none of the new owner’s rights', async () => {
    const { inner, board, member } = await newClosedStreams()
    const bot = await world.newBot(member)

    await bot.passOn(member, world.owner)

    expect([await sendAsBot(bot, inner), await sendAsBot(bot, board)]).toEqual([401, 401])
    const taken = await withNewKey(world.owner, bot)
    expect([await sendAsBot(taken, inner), await sendAsBot(taken, board)]).toEqual([200, 200])
  })

  test('gives an administrator who passed it on none of the new owner’s rights', async () => {
    const { inner, administrator, member } = await newClosedStreams()
    const bot = await world.newBot(member)

    await bot.passOn(administrator, world.owner)

    expect(await sendAsBot(await withNewKey(administrator, bot), inner)).toBe(400)
  })
})

describe('an administrator', () => {
  test.each<[string, (by: Person, it: { owner: Person; gone: Person; bot: Person }) => ReturnType<Person['ask']>]>([
    ['deactivates no owner', (by, it) => by.ask('DELETE', `/users/${it.owner.id}`)],
    ['takes no owner back', (by, it) => by.ask('POST', `/users/${it.gone.id}/reactivate`)],
    ['takes no owner’s role away', (by, it) => by.ask('PATCH', `/users/${it.owner.id}`, { role: 400 })],
    ['makes no owner', (by) => by.ask('PATCH', `/users/${by.id}`, { role: 100 })],
    ['makes no bot an owner', (by, it) => by.ask('PATCH', `/users/${it.bot.id}`, { role: 100 })],
    ['invites no owner', (by) => by.ask('POST', '/invites/multiuse', { invite_as: 100 })],
  ])('%s', async (_, act) => {
    const [by, owner, gone] = await Promise.all([200, 100, 100].map((role) => world.newcomer(role)))
    await world.owner.delete(`/users/${gone!.id}`)

    expect(await act(by!, { owner: owner!, gone: gone!, bot: lordly })).toMatchObject({ status: 400 })
  })
})
