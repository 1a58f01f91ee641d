import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { app } from '../../src/app'
import { newRealm, password, request, type Answer, type Person, type TestRealm } from '../kit'

const gone = { status: 401, code: 'REALM_DEACTIVATED' }

const close = (realm: TestRealm): Promise<Answer> => realm.owner.post('/realm/deactivate')

describe('POST /realm/deactivate', () => {
  test('refuses everybody from then on', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    // So that the isolate remembers the account.
    await ada.get('/users/me')
    await realm.owner.get('/users/me')

    await close(realm)

    for (const person of [ada, realm.owner]) {
      expect(await person.ask('GET', '/users/me')).toMatchObject(gone)
      expect(await person.ask('POST', '/messages', { type: 'stream', to: 'general', content: 'x' })).toMatchObject(gone)
      expect(await person.ask('POST', '/register')).toMatchObject(gone)
      expect(await person.ask('POST', '/realm/deactivate')).toMatchObject(gone)
    }
  })

  test.each([
    ['/fetch_api_key', { username: 'olga@example.com', password }],
    ['/dev_fetch_api_key', { username: 'olga@example.com' }],
    ['/join', { email: 'new@example.com', full_name: 'Nora New', password }],
  ])('gives nobody a key any more: POST %s', async (path, params) => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { invite_required: false })
    await close(realm)

    expect(await request(realm.host, 'POST', path, { params })).toMatchObject(gone)
  })

  test('tells who listens, and then refuses them', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const listener = await ada.listen()
    const waiting = listener.next()

    await close(realm)

    expect(await waiting).toEqual([{ type: 'realm', op: 'deactivated', realm_id: realm.id }])
    expect(await listener.poll({ dont_block: true })).toMatchObject(gone)
  })

  test('refuses a waiting request that is told nothing of it', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen({ event_types: ['message'] })
    const waiting = listener.poll()

    await close(realm)

    expect(await waiting).toMatchObject(gone)
  })

  test('holds after the realm object is replaced', async () => {
    const realm = await newRealm()
    await close(realm)

    await realm.evict()

    expect(await realm.owner.ask('POST', '/messages', { type: 'stream', to: 'general', content: 'x' })).toMatchObject(
      gone,
    )
  })

  test('leaves other realms as they are', async () => {
    const realm = await newRealm()
    const other = await newRealm()
    const listener = await other.owner.listen()

    await close(realm)

    expect((await other.owner.ask('GET', '/users/me')).status).toBe(200)
    expect(await listener.events()).toEqual([])
  })

  test('leaves the name taken', async () => {
    const realm = await newRealm()
    await close(realm)

    expect((await request(realm.host, 'GET', `/realm/subdomain/${realm.string_id}`)).msg).not.toBe('available')
  })

  test.each([
    ['an administrator', 200],
    ['a moderator', 300],
    ['a member', 400],
    ['a guest', 600],
  ])('is not for %s', async (_, role) => {
    const realm = await newRealm()
    const person = await realm.user('person', { role })

    expect(await person.ask('POST', '/realm/deactivate')).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await person.ask('GET', '/users/me')).status).toBe(200)
  })

  test('counts once of ten requests at once', async () => {
    const realm = await newRealm()

    const answers = await Promise.all(Array.from({ length: 10 }, () => realm.owner.ask('POST', '/realm/deactivate')))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'REALM_DEACTIVATED')).toHaveLength(9)
  })
})

const entry = ({ email, realm }: Person) => ({ email, realm_uri: `http://${realm.host}` })

describe('GET /dev_list_users', () => {
  test('lists people who may log in, administrators apart', async () => {
    const realm = await newRealm()
    const admin = await realm.user('admin', { role: 200 })
    const ada = await realm.user('ada')
    await realm.bot('tide', ada)
    await realm.deactivate(await realm.user('gone'))

    expect(await request(realm.host, 'GET', '/dev_list_users')).toMatchObject({
      direct_admins: [entry(realm.owner), entry(admin)],
      direct_users: [entry(ada)],
    })
  })

  test('lists the addresses that log in, also where others see none', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { email_address_visibility: 4 })

    expect(await request(realm.host, 'GET', '/dev_list_users')).toMatchObject({ direct_admins: [entry(realm.owner)] })
  })

  test('is refused on a deployed server', async () => {
    const { host } = await newRealm()

    const response = await app.fetch(
      new Request(`http://${host}/api/v1/dev_list_users`),
      { ...env, DEVELOPMENT: undefined },
      createExecutionContext(),
    )

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })
})
