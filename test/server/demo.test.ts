import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { Person, request, rootDomain, TestRealm, type Answer } from '../kit'

const password = 'rivulet-demo'
const accounts = ['owner', 'admin', 'moderator', 'member', 'guest', 'bot'].map((name) => `${name}@demo.test`)
const people: Record<string, Person> = {}

const foundDemo = () => request(rootDomain, 'POST', '/dev_found_demo_realm')

async function logIn(name: string): Promise<Person> {
  const realm = new TestRealm('demo', 1)
  const params = { username: `${name}@demo.test`, password }
  const { user_id, email, api_key } = await request(realm.host, 'POST', '/fetch_api_key', { params })
  return new Person(realm, user_id as number, email as string, name, api_key as string)
}

/** In this order: the first test is about a deployment without realms. */
describe('the demo realm', () => {
  let refused: Answer
  let first: Answer
  let second: Answer

  beforeAll(async () => {
    const deployment = env.REALM.getByName('0')
    const asIf = (DEVELOPMENT: string | undefined) =>
      runInDurableObject(deployment, (object) => {
        Object.assign(object, { env: { ...env, DEVELOPMENT } })
      })
    await asIf(undefined)
    refused = await foundDemo()
    await asIf('true')
    first = await foundDemo()
    second = await foundDemo()
    for (const email of accounts) {
      const name = email.split('@')[0]!
      people[name] = await logIn(name)
    }
  })

  test('is not founded on a deployed server', () => {
    expect(refused).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
  })

  test('is founded where there is no realm, and its accounts are told', () => {
    expect(first).toMatchObject({ status: 200, created: true, accounts, password })
  })

  test('is founded once', () => {
    expect(second).toMatchObject({ status: 200, created: false, accounts, password })
  })

  test.each([
    ['owner', { role: 100, is_owner: true, is_admin: true, is_bot: false }],
    ['admin', { role: 200, is_owner: false, is_admin: true, is_bot: false }],
    ['moderator', { role: 300, is_admin: false, is_guest: false, is_bot: false }],
    ['member', { role: 400, is_admin: false, is_guest: false, is_bot: false }],
    ['guest', { role: 600, is_guest: true, is_bot: false }],
    ['bot', { role: 400, is_bot: true }],
  ])('has the account %s, which logs in with the password of the demo', async (name, fields) => {
    expect(await people[name]!.get('/users/me')).toMatchObject({ email: `${name}@demo.test`, ...fields })
  })

  test('has a bot of the member', async () => {
    expect(await people['bot']!.get('/users/me')).toMatchObject({ bot_owner_id: people['member']!.id })
  })

  test.each([
    ['owner', ['general', 'private', 'random']],
    ['admin', ['general', 'private', 'random']],
    ['moderator', ['general', 'random']],
    ['member', ['general', 'random']],
    ['guest', []],
    ['bot', ['general', 'random']],
  ])('has %s subscribed to %j', async (name, streams) => {
    const { subscriptions } = await people[name]!.get('/users/me/subscriptions')

    expect((subscriptions as { name: string }[]).map((stream) => stream.name)).toEqual(streams)
  })

  test('has a public default stream, another public one, and a private one', async () => {
    const { streams } = await people['owner']!.get('/streams', { include_default: true })

    expect(streams).toEqual([
      expect.objectContaining({ name: 'general', invite_only: false, is_default: true }),
      expect.objectContaining({ name: 'private', invite_only: true, is_default: false }),
      expect.objectContaining({ name: 'random', invite_only: false, is_default: false }),
    ])
  })

  test('takes messages', async () => {
    const id = await people['member']!.send('general', 'tides', 'High at noon')

    expect(await people['bot']!.flags(id)).toEqual([])
  })

  test('answers with its name', async () => {
    expect(await request(`demo.${rootDomain}`, 'GET', '/server_settings')).toMatchObject({ realm_name: 'Rivulet demo' })
  })
})
