import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { disposableDomainLines } from '../../dev/generate/disposable-domains'
import { disposableList } from '../../src/domains/disposable-list'
import { newRealm, password, request, type Answer, type TestRealm } from '../kit'

describe('realm domains', () => {
  test('are added, changed and removed, and everybody is told', async () => {
    const realm = await newRealm()
    const guest = await realm.user('guest', { role: 600 })
    const listener = await guest.listen({ fetch_event_types: ['realm_domains'] })
    expect(listener.state['realm_domains']).toEqual([])

    const { new_domain } = await realm.owner.post('/realm/domains', {
      domain: ' Example.ORG ',
      allow_subdomains: false,
    })
    await realm.owner.patch('/realm/domains/example.org', { allow_subdomains: true })

    expect(new_domain).toEqual([expect.any(Number), 'example.org'])
    const changed = { domain: 'example.org', allow_subdomains: true }
    expect((await guest.get('/realm/domains'))['domains']).toEqual([changed])
    expect((await guest.listen({ fetch_event_types: ['realm_domains'] })).state['realm_domains']).toEqual([changed])

    await realm.owner.delete('/realm/domains/EXAMPLE.org')

    expect((await guest.get('/realm/domains'))['domains']).toEqual([])
    const type = 'realm_domains'
    expect(await listener.events()).toEqual([
      { type, op: 'add', realm_domain: { domain: 'example.org', allow_subdomains: false } },
      { type, op: 'change', realm_domain: changed },
      { type, op: 'remove', domain: 'example.org' },
    ])
  })

  test.each([
    '',
    ' ',
    'localhost',
    '.example.org',
    'example..org',
    'example.org.',
    '-a.org',
    'a-.org',
    'a_b.org',
    'häfen.de',
    'a b.org',
    `${'x'.repeat(252)}.org`,
  ])('are refused when they are none: "%s"', async (domain) => {
    const { owner } = await newRealm()

    const answer = await owner.ask('POST', '/realm/domains', { domain, allow_subdomains: false })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('are at most two hundred', async () => {
    const { id, owner } = await newRealm()
    await env.DB.prepare(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 199)
      insert into realm_domain (id, realm_id, domain, allow_subdomains)
      select ?1 + n, ?2, 'example' || n || '.org', 0 from number
    `)
      .bind((id - 1) * 2 ** 32 + 1000, id)
      .run()

    const add = (domain: string) => owner.ask('POST', '/realm/domains', { domain, allow_subdomains: false })

    expect(await add('the-last.org')).toMatchObject({ status: 200 })
    expect(await add('one-too-many.org')).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('are there once', async () => {
    const { owner } = await newRealm()
    await owner.post('/realm/domains', { domain: 'example.org', allow_subdomains: false })

    const answer = await owner.ask('POST', '/realm/domains', { domain: 'EXAMPLE.ORG', allow_subdomains: true })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each(['PATCH', 'DELETE'])('that are not there are refused: %s', async (method) => {
    const { owner } = await newRealm()
    const stranger = (await newRealm()).owner
    await stranger.post('/realm/domains', { domain: 'example.org', allow_subdomains: false })

    const answer = await owner.ask(method, '/realm/domains/example.org', { allow_subdomains: true })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await stranger.get('/realm/domains'))['domains']).toHaveLength(1)
  })

  test.each([
    ['POST', '/realm/domains'],
    ['PATCH', '/realm/domains/example.org'],
    ['DELETE', '/realm/domains/example.org'],
  ])('are for administrators: %s %s', async (method, path) => {
    const realm = await newRealm()
    const member = await realm.user('member', { role: 300 })

    const answer = await member.ask(method, path, { domain: 'example.org', allow_subdomains: true })

    expect(answer).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('removing the last one ends the restriction to them', async () => {
    const { owner } = await newRealm()
    await owner.post('/realm/domains', { domain: 'example.org', allow_subdomains: false })
    await owner.post('/realm/domains', { domain: 'example.net', allow_subdomains: false })
    await owner.patch('/realm', { emails_restricted_to_domains: true })
    const listener = await owner.listen()

    await owner.delete('/realm/domains/example.org')
    expect(await listener.events('realm')).toEqual([])
    await owner.delete('/realm/domains/example.net')

    expect(await listener.events('realm')).toEqual([
      { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
    ])
  })
})

const create = (realm: TestRealm, email: string): Promise<Answer> =>
  realm.owner.ask('POST', '/users', { email, password, full_name: 'Ada Lovelace' })

async function newRestrictedRealm(): Promise<TestRealm> {
  const realm = await newRealm()
  await realm.owner.post('/realm/domains', { domain: 'example.org', allow_subdomains: false })
  await realm.owner.post('/realm/domains', { domain: 'example.net', allow_subdomains: true })
  await realm.owner.patch('/realm', { emails_restricted_to_domains: true })
  return realm
}

describe('addresses of new people', () => {
  test.each([
    ['ada@example.org', 200],
    ['ada@EXAMPLE.ORG', 200],
    ['ada@dock.example.org', 400],
    ['ada@example.net', 200],
    ['ada@dock.example.net', 200],
    ['ada@notexample.net', 400],
    ['ada@example.com', 400],
    ['ada+1@example.org', 400],
  ])('are restricted to domains: %s gets %i', async (email, status) => {
    expect((await create(await newRestrictedRealm(), email)).status).toBe(status)
  })

  test('are not restricted where the organization does not say so', async () => {
    const realm = await newRealm()
    await realm.owner.post('/realm/domains', { domain: 'example.org', allow_subdomains: false })

    expect((await create(realm, 'ada+1@example.com')).status).toBe(200)
  })

  test('for minutes are of the domains that the generator lists', () => {
    expect(disposableList.trim()).toBe(disposableDomainLines())
  })

  test('must not be for minutes, unless the organization allows it', async () => {
    const realm = await newRealm()

    for (const email of ['ada@mailinator.com', 'ada@x.Mailinator.com', 'ada@0-mail.com', 'ada@burnermail.io'])
      expect(await create(realm, email)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await realm.owner.patch('/realm', { disallow_disposable_email_addresses: false })
    expect((await create(realm, 'ada@mailinator.com')).status).toBe(200)
  })

  test('are held to the same when somebody changes theirs', async () => {
    const realm = await newRestrictedRealm()
    const { api_key } = await create(realm, 'ada@example.org').then(() =>
      request(realm.host, 'POST', '/fetch_api_key', { params: { username: 'ada@example.org', password } }),
    )
    const change = (email: string) =>
      request(realm.host, 'PATCH', '/settings', {
        params: { email },
        headers: { Authorization: `Basic ${btoa(`ada@example.org:${api_key as string}`)}` },
      })

    expect(await change('ada@example.com')).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await change('ada@dock.example.net')).status).toBe(200)
  })
})
