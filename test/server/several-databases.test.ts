/** Organizations in several databases (decision 52). */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { placeSeconds } from '../../src/core/realm/place'
import { newRealm, password, request, setupToken, type Person, type TestRealm } from '../kit'
import { copyDatabase } from '../kit/moved-rows'
import { rootDomain } from '../kit/stored-realm'
import { addSecondDatabase, amountOfRows, withFullDatabase } from '../kit/second-database'

afterEach(() => vi.useRealTimers())

let second: D1Database
let near: TestRealm
let far: TestRealm

beforeAll(async () => {
  second = await addSecondDatabase()
  near = await newRealm()
  far = await withFullDatabase(newRealm)
})

const found = (string_id: string, fields: Record<string, string> = {}) =>
  request(rootDomain, 'POST', '/realm', {
    params: {
      realm_name: 'Pier',
      string_id,
      owner_full_name: 'Olga Owner',
      owner_email: 'olga@example.com',
      owner_password: password,
      setup_token: setupToken,
      ...fields,
    },
  })

/** Name of the database in which an organization is. */
const databaseOf = async (string_id: string) =>
  (await env.DB.prepare('select database from realm_place where string_id = ?').bind(string_id).first('database')) ??
  'DB'

const contents = async (person: Person): Promise<unknown[]> => {
  const { messages } = await person.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })
  return (messages as { content: string }[]).map(({ content }) => content)
}

const note = (content: string) => ({ type: 'stream', to: ['general'], topic: 'tides', content })

const say = (person: Person, content: string) => person.post('/messages', note(content))

describe('an organization that is founded when the first database is full', () => {
  test('has all its rows in the second one, and an id of its own', async () => {
    expect(far.id).toBe(near.id + 1)
    for (const table of ['user', 'stream', 'user_group', 'subscription_span']) {
      const column = table === 'subscription_span' ? 'user_id' : 'id'
      expect([table, await amountOfRows(env.DB, table, far.id, column)]).toEqual([table, 0])
      expect([table, await amountOfRows(second, table, far.id, column)]).not.toEqual([table, 0])
      expect([table, await amountOfRows(second, table, near.id, column)]).toEqual([table, 0])
    }
  })

  test('lives beside the other, and neither sees anything of the other', async () => {
    const ada = await far.user('ada')
    const queue = await ada.post('/register', { event_types: ['message'] })
    await say(far.owner, 'Ebb at six')
    await say(near.owner, 'Flood at noon')
    await ada.patch('/settings', { enter_sends: true })

    expect(await contents(ada)).toContain('<p>Ebb at six</p>')
    expect(await contents(ada)).not.toContain('<p>Flood at noon</p>')
    expect(await contents(near.owner)).not.toContain('<p>Ebb at six</p>')
    const { events } = await ada.get('/events', { queue_id: String(queue['queue_id']), last_event_id: -1 })
    expect((events as { message: { content: string } }[]).map(({ message }) => message.content)).toEqual(['Ebb at six'])
  })

  test('is found after its object was lost, and after the object forgot where it is', async () => {
    await far.evict()
    await say(far.owner, 'After sleep')
    await far.inObject((_, { storage }) => storage.kv.delete('database'))
    await far.evict()
    await say(far.owner, 'After a loss')

    expect(await contents(far.owner)).toEqual(expect.arrayContaining(['<p>After sleep</p>', '<p>After a loss</p>']))
    expect(await amountOfRows(env.DB, 'message', far.id)).toBe(0)
  })

  test('refuses keys of the other, and knows its own afterwards', async () => {
    const asked = (host: string) =>
      request(host, 'GET', '/users/me', { headers: { Authorization: far.owner.authorization } })
    expect((await asked(near.host)).status).toBe(401)
    expect((await asked(far.host)).status).toBe(200)
  })

  test('has its settings at its host, for strangers', async () => {
    expect(await request(far.host, 'GET', '/server_settings')).toMatchObject({ realm_name: expect.any(String) })
    expect(await request(rootDomain, 'GET', '/server_settings')).not.toHaveProperty('realm_name')
    expect(await request(`nowhere.${rootDomain}`, 'GET', '/server_settings')).toMatchObject({ status: 404 })
  })

  test('keeps its name from others, whichever database has room', async () => {
    expect(await request(rootDomain, 'GET', `/realm/subdomain/${far.string_id}`)).toMatchObject({
      msg: 'Subdomain already in use',
    })
    expect(await found(far.string_id)).toMatchObject({ status: 400, msg: 'Subdomain already in use' })
    const again = await withFullDatabase(() => found(near.string_id))
    expect(again).toMatchObject({ status: 400, msg: 'Subdomain already in use' })
  })
})

test('a founding that was interrupted before its rows were written can be done again', async () => {
  const { last } = (await env.DB.prepare(
    'select max((select max(id) from realm), (select max(realm_id) from realm_place)) as last',
  ).first<{ last: number }>())!
  await env.DB.prepare(`insert into realm_place (realm_id, string_id, database) values (?, 'pier', 'DB_2')`)
    .bind(last + 1)
    .run()
  expect(await request(`pier.${rootDomain}`, 'GET', '/server_settings')).toMatchObject({ status: 404 })

  const founded = await found('pier')

  expect(founded).toMatchObject({ status: 200, realm_id: last + 1 })
  expect(await found('pier')).toMatchObject({ status: 400, msg: 'Subdomain already in use' })
  expect(await request(`pier.${rootDomain}`, 'GET', '/server_settings')).toMatchObject({ realm_name: 'Pier' })
  expect(await amountOfRows(second, 'user', last + 1)).toBe(2)
})

test('an id is not given out again where the directory was restored from an older copy', async () => {
  const lost = await withFullDatabase(newRealm)
  const entry = env.DB.prepare('delete from realm_place where realm_id = ? returning *').bind(lost.id)
  const { string_id } = (await entry.first<{ string_id: string }>())!

  expect(await found('groyne')).toMatchObject({ status: 200, realm_id: lost.id + 1 })

  await env.DB.prepare(`insert into realm_place (realm_id, string_id, database) values (?, ?, 'DB_2')`)
    .bind(lost.id, string_id)
    .run()
  await say(lost.owner, 'Found again')
  expect(await contents(lost.owner)).toContain('<p>Found again</p>')
})

test('two foundings of one name at the same time make one organization', async () => {
  const answers = await withFullDatabase(() => Promise.all([found('quay'), found('quay'), found('quay')]))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ msg }) => msg === 'Subdomain already in use')).toHaveLength(2)
})

test('a database with as many organizations as wanted gets no more while another has fewer', async () => {
  env.ORGANIZATIONS_PER_DATABASE = '3'
  try {
    // The first one has two organizations, and the second one has more than three.
    for (const name of ['mole', 'weir', 'lock']) expect(await found(name)).toMatchObject({ status: 200 })
  } finally {
    delete env.ORGANIZATIONS_PER_DATABASE
  }
  expect(await Promise.all(['mole', 'weir', 'lock'].map(databaseOf))).toEqual(['DB', 'DB_2', 'DB_2'])
})

test('no organization is founded when all databases are full', async () => {
  env.QUOTA_DATABASE_MB = '0.01'
  try {
    expect(await found('jetty')).toMatchObject({ status: 400, code: 'DATABASES_FULL' })
  } finally {
    delete env.QUOTA_DATABASE_MB
  }
  expect(await request(rootDomain, 'GET', '/realm/subdomain/jetty')).toMatchObject({ msg: 'available' })
  expect(await found('jetty')).toMatchObject({ status: 200 })
})

describe('an organization whose rows are in another database from now on', () => {
  test('is written and read there, though its object and the Worker remember the former one', async () => {
    const realm = await withFullDatabase(newRealm)
    const ada = await realm.user('ada')
    const queue = await ada.post('/register', { event_types: ['message'] })
    await say(realm.owner, 'Before')
    expect(await contents(ada)).toContain('<p>Before</p>')
    env['DB_3' as 'DB_2'] = env.REPLICA_B
    await copyDatabase(second, env.REPLICA_B)
    await second.prepare(`update commit_state set marks = marks || ' moved' where realm_id = ?`).bind(realm.id).run()
    const whileMoving = await realm.owner.ask('POST', '/messages', note('While moving'))
    await env.DB.prepare(`update realm_place set database = 'DB_3' where realm_id = ?`).bind(realm.id).run()

    await say(realm.owner, 'After')

    expect(whileMoving).toMatchObject({ status: 503, code: 'ORGANIZATION_MOVING' })
    expect(await amountOfRows(second, 'message', realm.id)).toBe(
      (await amountOfRows(env.REPLICA_B, 'message', realm.id)) - 1,
    )
    const { events } = await ada.get('/events', { queue_id: String(queue['queue_id']), last_event_id: -1 })
    expect((events as { message: { content: string } }[]).map(({ message }) => message.content)).toEqual([
      'Before',
      'After',
    ])
    vi.setSystemTime(Date.now() + (placeSeconds + 1) * 1000)
    expect(await contents(ada)).toContain('<p>After</p>')
  })
})
