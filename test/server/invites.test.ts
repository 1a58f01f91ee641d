import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { addressProblem } from '../../src/domains/address-rules'
import { listedAddresses } from '../../src/invites/addresses'
import { newRealm, password, Person, request, type Answer, type Params, type StoredRealm, type TestRealm } from '../kit'
import { withSettings, advanceObjectClock, passwordObjectOf, evictIfAwake } from '../kit/password-objects'

const secondsADay = 24 * 3600

/** Id of the stream that every realm begins with. */
const generalStreamId = async ({ owner }: Person['realm']): Promise<number> =>
  (await owner.get('/get_stream_id', { stream: 'general' }))['stream_id'] as number

/** Any answer to an invitation of which nothing matters unless given. */
const ask = async (person: Person, given: Params = {}): Promise<Answer> =>
  person.ask('POST', '/invites', {
    invitee_emails: 'new@example.com',
    stream_ids: [await generalStreamId(person.realm)],
    ...given,
  })

const keyOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1)

/** The key of an invitation to one address. */
async function invite(person: Person, given: Params = {}): Promise<string> {
  const answer = await ask(person, given)
  expect(answer.msg).toBe('')
  return keyOf((answer['invitations'] as { link_url: string }[])[0]!.link_url)
}

const join = (realm: TestRealm, given: Params = {}): Promise<Answer> =>
  request(realm.host, 'POST', '/join', {
    params: { full_name: 'Nora New', email: 'new@example.com', password, ...given },
  })

/** Somebody who joined. */
async function joinByLink(realm: TestRealm, given: Params = {}): Promise<Person> {
  const answer = await join(realm, given)
  expect(answer.msg).toBe('')
  return new Person(
    realm,
    answer['user_id'] as number,
    answer['email'] as string,
    'Nora New',
    answer['api_key'] as string,
  )
}

const list = async (person: Person): Promise<Answer[]> => (await person.get('/invites'))['invites'] as Answer[]

/** Lets invitations grow old. */
const age = (realm: StoredRealm, seconds: number) =>
  env.DB.prepare('update invitation set created_at = created_at - ?1, expires_at = expires_at - ?1 where realm_id = ?2')
    .bind(seconds, realm.id)
    .run()

/** Addresses with these numbers, the last one left out. */
const people = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `new${from + index}@example.com`).join()

describe('POST /invites', () => {
  test('answers with a link for each address', async () => {
    const { owner, host } = await newRealm()

    const answer = await ask(owner, { invitee_emails: 'ada@example.com, Bo <bo@example.com>\ncy@example.com\r\n' })

    const link = expect.stringMatching(new RegExp(`^http://${host}/join/[A-Za-z0-9]{32}$`)) as string
    expect(answer).toMatchObject({
      status: 200,
      invitations: ['ada', 'bo', 'cy'].map((name) => ({ email: `${name}@example.com`, link_url: link })),
    })
  })

  test('keeps no key of it', async () => {
    const { owner } = await newRealm()

    const key = await invite(owner)

    const { results } = await env.DB.prepare('select * from invitation').run()
    expect(JSON.stringify(results)).not.toContain(key)
  })

  test('lists the invitation for its inviter and for administrators', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await invite(ada, { invite_as: 600, invite_expires_in_days: 2 })

    const expected = {
      id: expect.any(Number) as number,
      email: 'new@example.com',
      invited_by_user_id: ada.id,
      invited: expect.any(Number) as number,
      expiry_date: expect.any(Number) as number,
      invited_as: 600,
      is_multiuse: false,
    }
    expect(await list(ada)).toEqual([expected])
    expect(await list(realm.owner)).toEqual([expected])
    const [{ invited, expiry_date }] = (await list(ada)) as unknown as [{ invited: number; expiry_date: number }]
    expect(expiry_date - invited).toBe(2 * secondsADay)
    expect(Math.abs(invited - Date.now() / 1000)).toBeLessThan(60)
  })

  test('does not list it for other members', async () => {
    const realm = await newRealm()
    const bo = await realm.user('bo', { role: 300 })
    await invite(realm.owner)

    expect(await list(bo)).toEqual([])
  })

  test('does not list it in another realm', async () => {
    await invite((await newRealm()).owner)

    expect(await list((await newRealm()).owner)).toEqual([])
  })

  test('lists it no more when it has expired, unless it never does', async () => {
    const realm = await newRealm()
    await invite(realm.owner)
    await invite(realm.owner, { invitee_emails: 'ever@example.com', invite_expires_in_days: null })

    await age(realm, 11 * secondsADay)

    expect(await list(realm.owner)).toEqual([expect.objectContaining({ email: 'ever@example.com', expiry_date: null })])
  })

  test('tells administrators that there is something new, and nobody else', async () => {
    const realm = await newRealm()
    const admin = await realm.user('admin', { role: 200 })
    const ada = await realm.user('ada')
    const told = await admin.listen()
    const untold = await ada.listen()

    await invite(ada)

    expect(await told.events()).toEqual([{ type: 'invites_changed' }])
    expect(await untold.events()).toEqual([])
  })

  test.each<[string, Params]>([
    ['no address', { invitee_emails: '' }],
    ['only separators', { invitee_emails: ' ,\n, ' }],
    ['no stream', { stream_ids: [] }],
    ['an unknown stream', { stream_ids: [4_000_000] }],
    ['a role that is none', { invite_as: 500 }],
    ['an expiry in no days', { invite_expires_in_days: 0 }],
    ['an expiry in a fraction of a day', { invite_expires_in_days: 0.5 }],
    ['an expiry in a thousand years', { invite_expires_in_days: 365_000 }],
    ['streams that are no list', { stream_ids: 'general' }],
    ['an over-long list', { invitee_emails: 'x'.repeat(20_001) }],
  ])('refuses %s', async (_, given) => {
    const { owner } = await newRealm()

    expect(await ask(owner, given)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await list(owner)).toEqual([])
  })

  test('refuses more than a hundred streams', async () => {
    const { owner } = await newRealm()
    const { stream_id } = await owner.get('/get_stream_id', { stream: 'general' })
    const into = (amount: number) =>
      ask(owner, { stream_ids: Array.from({ length: amount }, () => stream_id as number) })

    expect(await into(101)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await into(100)).toMatchObject({ status: 200 })
  })

  test.each([
    ['an invalid address', 'new@example.com,@', '@', 'invalid_email'],
    ['an address named twice', 'new@example.com,NEW@example.com', 'NEW@example.com', 'duplicate_email'],
    ['an address for minutes', 'new@example.com,x@mailinator.com', 'x@mailinator.com', 'disposable_email'],
  ])('invites nobody for %s', async (_, invitee_emails, email, reason) => {
    const { owner } = await newRealm()

    expect(await ask(owner, { invitee_emails })).toMatchObject({
      status: 400,
      code: 'INVITATION_FAILED',
      errors: [[email, expect.any(String), false]],
      error_reasons: [reason],
      sent_invitations: false,
      license_limit_reached: false,
      daily_limit_reached: false,
    })
    expect(await list(owner)).toEqual([])
  })

  test('invites nobody when all have accounts', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.deactivate(ada)

    expect(await ask(realm.owner, { invitee_emails: 'ADA@example.com,olga@example.com' })).toMatchObject({
      status: 400,
      code: 'INVITATION_FAILED',
      errors: expect.arrayContaining([
        ['ADA@example.com', expect.any(String), true],
        ['olga@example.com', expect.any(String), false],
      ]),
      sent_invitations: false,
    })
  })

  test('invites the others when some have accounts, and says so', async () => {
    const realm = await newRealm()

    const answer = await ask(realm.owner, { invitee_emails: 'new@example.com,olga@example.com' })

    expect(answer).toMatchObject({
      status: 400,
      code: 'INVITATION_FAILED',
      errors: [['olga@example.com', expect.any(String), false]],
      error_reasons: ['email_taken'],
      sent_invitations: true,
      invitations: [{ email: 'new@example.com' }],
    })
    expect(await list(realm.owner)).toHaveLength(1)
    const [{ link_url }] = answer['invitations'] as [{ link_url: string }]
    expect((await join(realm, { invitation_key: keyOf(link_url) })).status).toBe(200)
  })

  test('makes a hundred invitations a day, and no more', async () => {
    const { owner } = await newRealm()

    expect((await ask(owner, { invitee_emails: people(0, 99) })).status).toBe(200)
    expect(await ask(owner, { invitee_emails: people(99, 101) })).toMatchObject({
      status: 400,
      code: 'INVITATION_FAILED',
      daily_limit_reached: true,
      sent_invitations: false,
    })
    expect((await ask(owner, { invitee_emails: people(99, 100) })).status).toBe(200)
    expect(await owner.ask('POST', '/invites/multiuse')).toMatchObject({ daily_limit_reached: true })
    await age(owner.realm, secondsADay)
    expect((await ask(owner, { invitee_emails: people(100, 101) })).status).toBe(200)
  })

  test('forgets invitations that have been of no use for a month', async () => {
    const realm = await newRealm()
    const { owner } = realm
    await invite(owner)
    await invite(owner, { invitee_emails: 'ever@example.com', invite_expires_in_days: null })
    await age(realm, 45 * secondsADay)

    await invite(owner, { invitee_emails: 'other@example.com' })

    const { results } = await env.DB.prepare('select email from invitation where realm_id = ?').bind(realm.id).run()
    expect(results.map(({ email }) => email as string).toSorted()).toEqual(['ever@example.com', 'other@example.com'])
  })
})

describe('who may invite', () => {
  test.each([
    [100, 100, 200],
    [200, 100, 400],
    [200, 200, 200],
    [200, 300, 200],
    [300, 200, 400],
    [300, 300, 400],
    [300, 400, 200],
    [400, 300, 400],
    [400, 400, 200],
    [400, 600, 200],
  ])('role %i invites as %i: %i', async (role, invite_as, status) => {
    const realm = await newRealm()
    const person = await realm.user('person', { role })

    const answer = await ask(person, { invite_as })

    expect(answer.status).toBe(status)
    if (status !== 200) expect(answer.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })

  const routes: [method: string, path: string][] = [
    ['GET', '/invites'],
    ['POST', '/invites'],
    ['DELETE', '/invites/1'],
    ['POST', '/invites/1/resend'],
  ]

  test.each(routes)('not guests: %s %s', async (method, path) => {
    const realm = await newRealm()
    const guest = await realm.user('guest', { role: 600 })

    const answer = await guest.ask(method, path, { invitee_emails: 'x@example.com', stream_ids: [1] })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each(routes)('not bots, whatever their role: %s %s', async (method, path) => {
    const realm = await newRealm()
    const bot = await realm.bot('tide', realm.owner, { role: 200 })

    const answer = await bot.ask(method, path, { invitee_emails: 'x@example.com', stream_ids: [1] })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('not into a private stream that one is not in, though an administrator', async () => {
    const realm = await newRealm()
    const admin = await realm.user('admin', { role: 200 })
    const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'core team' })

    expect(await ask(admin, { stream_ids: [stream_id] })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await ask(realm.owner, { stream_ids: [stream_id] })).status).toBe(200)
  })
})

/** The key of a link for many. */
async function link({ owner }: TestRealm): Promise<string> {
  const { invite_link } = await owner.post('/invites/multiuse')
  return (invite_link as string).split('/').at(-1)!
}

const joinFrom = (realm: TestRealm, address: string, number: number, invitation_key?: string): Promise<Answer> =>
  request(realm.host, 'POST', '/join', {
    params: { full_name: 'Nora New', email: `new${number}@example.com`, password, invitation_key },
    headers: { 'CF-Connecting-IP': address },
  })

const readInvitation = (realm: StoredRealm, invitation_key: string) =>
  request(realm.host, 'GET', '/join', { params: { invitation_key } })

/** Names of the streams to which somebody is subscribed. */
const streamsOf = async (person: Person): Promise<string[]> =>
  ((await person.get('/users/me/subscriptions'))['subscriptions'] as { name: string }[]).map(({ name }) => name)

/** The key of an invitation by Ada into two streams, one of which is private before or since. */
async function inviteIntoStream(privacy: 'private before' | 'private since') {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const [open, closed] = [await realm.stream('harbour', ada), await realm.stream('watch', realm.owner, ada)]
  const close = () => realm.owner.patch(`/streams/${closed.id}`, { is_private: true })
  if (privacy === 'private before') await close()
  const invitation_key = await invite(ada, { stream_ids: [open.id, closed.id] })
  if (privacy === 'private since') await close()
  return { realm, ada, invitation_key }
}

const removeFromWatch = (realm: TestRealm, person: Person) =>
  realm.owner.delete('/users/me/subscriptions', { subscriptions: ['watch'], principals: [person.id] })

describe('streams that are private when somebody joins', () => {
  test.each(['private before', 'private since'] as const)('are closed to who was removed: %s', async (privacy) => {
    const { realm, ada, invitation_key } = await inviteIntoStream(privacy)
    await removeFromWatch(realm, ada)

    expect((await readInvitation(realm, invitation_key))['stream_names']).toEqual(['harbour'])
    expect(await streamsOf(await joinByLink(realm, { invitation_key }))).toEqual(['harbour'])
  })

  test.each(['private before', 'private since'] as const)('are open to who is in them: %s', async (privacy) => {
    const { realm, invitation_key } = await inviteIntoStream(privacy)

    expect((await readInvitation(realm, invitation_key))['stream_names']).toEqual(['harbour', 'watch'])
    expect(await streamsOf(await joinByLink(realm, { invitation_key }))).toEqual(['harbour', 'watch'])
  })

  test('are open again to who came back', async () => {
    const { realm, ada, invitation_key } = await inviteIntoStream('private before')
    await removeFromWatch(realm, ada)
    await realm.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'watch' }], principals: [ada.id] })

    expect(await streamsOf(await joinByLink(realm, { invitation_key }))).toEqual(['harbour', 'watch'])
  })
})

describe('POST /join', () => {
  test('makes an account with a key that works, as invited', async () => {
    const realm = await newRealm()
    const harbour = await realm.stream('harbour')
    const invitation_key = await invite(realm.owner, { invite_as: 200, stream_ids: [harbour.id] })

    const nora = await joinByLink(realm, { invitation_key })

    expect(await nora.get('/users/me')).toMatchObject({ full_name: 'Nora New', role: 200, email: 'new@example.com' })
    const { subscriptions } = await nora.get('/users/me/subscriptions')
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).toEqual(['harbour'])
    const login = await request(realm.host, 'POST', '/fetch_api_key', { params: { username: nora.email, password } })
    expect(login.status).toBe(200)
  })

  test('leaves streams out that are gone by now, and takes the default ones when none is left', async () => {
    const realm = await newRealm()
    const harbour = await realm.stream('harbour')
    const invitation_key = await invite(realm.owner, { stream_ids: [harbour.id] })
    await realm.owner.delete(`/streams/${harbour.id}`)

    const nora = await joinByLink(realm, { invitation_key })

    const { subscriptions } = await nora.get('/users/me/subscriptions')
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).toEqual(['general'])
  })

  test('gives access to recent messages of public streams, and not of private ones', async () => {
    const realm = await newRealm()
    await realm.owner.send('general', 'tides', 'For all')
    await realm.owner.send('core team', 'tides', 'For few')
    const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'core team' })
    const invitation_key = await invite(realm.owner, { stream_ids: [await generalStreamId(realm), stream_id] })

    const nora = await joinByLink(realm, { invitation_key })

    expect((await nora.messages()).map(({ content }) => content as string)).toEqual(['<p>For all</p>'])
  })

  test('uses an invitation up', async () => {
    const realm = await newRealm()
    const first = await invite(realm.owner)
    const second = await invite(realm.owner)

    await joinByLink(realm, { invitation_key: first })

    for (const invitation_key of [first, second])
      expect(await join(realm, { invitation_key })).toMatchObject({ status: 400, msg: expect.stringContaining('used') })
    expect(await list(realm.owner)).toEqual([])
  })

  test('is used up as well by an account that was made in another way', async () => {
    const realm = await newRealm()
    await invite(realm.owner)
    const listener = await realm.owner.listen()

    await realm.user('other')
    expect(await listener.events('invites_changed')).toEqual([])
    await realm.user('new')

    expect(await listener.events('invites_changed')).toEqual([{ type: 'invites_changed' }])
    expect(await list(realm.owner)).toEqual([])
  })

  test('lets one of ten in who come at once with one invitation', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)

    const answers = await Promise.all(Array.from({ length: 10 }, () => join(realm, { invitation_key })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
  })

  test.each([
    ['another address', { email: 'other@example.com' }, 'another email address'],
    ['no address', { email: '' }, 'another email address'],
    ['a name that is none', { full_name: '' }, 'Name'],
    ['a weak password', { password: 'abc' }, 'weak'],
    ['an unknown key', { invitation_key: 'x'.repeat(32) }, 'no such invitation'],
    ['an empty key', { invitation_key: '' }, 'no such invitation'],
  ])('refuses %s, and the invitation stays good', async (_, given, msg) => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)

    const answer = await join(realm, { invitation_key, ...given })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(answer.msg).toContain(msg)
    expect((await join(realm, { invitation_key })).status).toBe(200)
  })

  test('takes the address in any case', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)

    expect((await join(realm, { invitation_key, email: ' New@Example.COM ' })).status).toBe(200)
  })

  test('refuses an invitation that has expired', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)
    await age(realm, 10 * secondsADay + 1)

    expect(await join(realm, { invitation_key })).toMatchObject({ msg: expect.stringContaining('expired') })
  })

  test('takes one that never expires', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner, { invite_expires_in_days: null })
    await age(realm, 1000 * secondsADay)

    expect((await join(realm, { invitation_key })).status).toBe(200)
  })

  test('refuses an invitation of another realm', async () => {
    const invitation_key = await invite((await newRealm()).owner)

    expect(await join(await newRealm(), { invitation_key })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('refuses what somebody invited who was deactivated since', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const invitation_key = await invite(ada)
    await realm.deactivate(ada)

    expect(await join(realm, { invitation_key })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await list(realm.owner)).toEqual([])
  })

  test('refuses a role that the inviter could not give any more', async () => {
    const realm = await newRealm()
    const admin = await realm.user('admin', { role: 200 })
    const asModerator = await invite(admin, { invite_as: 300 })
    const asMember = await invite(admin, { invitee_emails: 'other@example.com' })
    await realm.owner.patch(`/users/${admin.id}`, { role: 400 })

    expect((await join(realm, { invitation_key: asModerator })).status).toBe(400)
    expect((await join(realm, { invitation_key: asMember, email: 'other@example.com' })).status).toBe(200)
  })

  test('refuses an address that got an account in another way', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)
    await realm.user('new')

    expect(await join(realm, { invitation_key })).toMatchObject({ msg: expect.stringContaining('used already') })
  })

  test('refuses an address that the organization lets in no more', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)
    await realm.owner.patch('/realm', { emails_restricted_to_domains: true })

    expect((await join(realm, { invitation_key })).status).toBe(400)
  })

  test('needs an invitation, unless the organization requires none', async () => {
    const realm = await newRealm()

    expect(await join(realm)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await realm.owner.patch('/realm', { invite_required: false })
    const nora = await joinByLink(realm)

    expect(await nora.get('/users/me')).toMatchObject({ role: 400 })
    const { subscriptions } = await nora.get('/users/me/subscriptions')
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).toEqual(['general'])
  })

  test('may say how times are shown, before what the organization has for new users', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { invite_required: false })
    await realm.owner.patch('/realm/user_settings_defaults', { enter_sends: true, twenty_four_hour_time: true })

    const nora = await joinByLink(realm, { twenty_four_hour_time: false })
    const oleg = await joinByLink(realm, { email: 'oleg@example.com' })

    expect(await nora.post('/register')).toMatchObject({
      user_settings: { enter_sends: true, twenty_four_hour_time: false },
    })
    expect(await oleg.post('/register')).toMatchObject({ user_settings: { twenty_four_hour_time: true } })
    const asked = await join(realm, { email: 'third@example.com', twenty_four_hour_time: 'noon' })
    expect(asked).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('a bad key is refused even where none is needed', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { invite_required: false })

    expect((await join(realm, { invitation_key: 'x'.repeat(32) })).status).toBe(400)
  })

  test('makes ten accounts a day for one address on the network without an invitation', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { invite_required: false })
    const joinFromAddress = (address: string, number: number) => joinFrom(realm, address, number)

    for (let number = 0; number < 10; number += 1) expect((await joinFromAddress('192.0.2.1', number)).status).toBe(200)
    expect(await joinFromAddress('192.0.2.1', 10)).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect((await joinFromAddress('192.0.2.2', 11)).status).toBe(200)
  })

  test('makes sixty accounts an hour by one link, and others by another', async () => {
    const realm = await newRealm()
    const [one, other] = [await link(realm), await link(realm)]
    const joinWithKey = (invitation_key: string, number: number) =>
      joinFrom(realm, `192.0.2.${number}`, number, invitation_key)

    for (let number = 0; number < 60; number += 1) expect((await joinWithKey(one, number)).status).toBe(200)

    const answer = await joinWithKey(one, 60)
    expect(answer).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect(answer['retry-after']).toBeLessThanOrEqual(3600)
    expect((await joinWithKey(other, 61)).status).toBe(200)
    await advanceObjectClock(passwordObjectOf(realm, 'join'), 3601)
    expect((await joinWithKey(one, 62)).status).toBe(200)
  })

  test('makes twenty accounts an hour by links for one address on the network', async () => {
    const realm = await newRealm()
    const links = [await link(realm), await link(realm)]
    const joinFromAddress = (address: string, number: number) => joinFrom(realm, address, number, links[number % 2])

    for (let number = 0; number < 20; number += 1) expect((await joinFromAddress('192.0.2.1', number)).status).toBe(200)

    expect(await joinFromAddress('192.0.2.1', 20)).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect((await joinFromAddress('192.0.2.2', 21)).status).toBe(200)
  })

  test('is possible as often as one likes where rate limits are off', async () => {
    const realm = await newRealm()
    const key = await link(realm)
    await withSettings(passwordObjectOf(realm, 'join'), { RATE_LIMITS: 'off' })

    for (let number = 0; number < 21; number += 1)
      expect((await joinFrom(realm, '192.0.2.1', number, key)).status).toBe(200)
  })

  test.each<[string, Params, (realm: TestRealm) => Promise<string | undefined>]>([
    ['with a bad key', {}, async () => 'x'.repeat(32)],
    ['without an invitation', {}, async () => undefined],
    ['with an invitation to somebody else', { email: 'other@example.com' }, ({ owner }) => invite(owner)],
    ['with a weak password', { password: 'abc' }, link],
    ['with a bad address', { email: 'x' }, link],
  ])('makes nobody hash a password for who comes %s', async (_, given, invitation) => {
    const realm = await newRealm()
    const invitation_key = await invitation(realm)

    expect((await join(realm, { invitation_key, ...given })).status).toBe(400)

    expect(await evictIfAwake(passwordObjectOf(realm, 'join'))).toBe(false)
  })

  test('refuses where people do not log in by password', async () => {
    const realm = await newRealm()
    const invitation_key = await invite(realm.owner)
    await realm.owner.patch('/realm', { authentication_methods: { Email: false } })

    expect(await join(realm, { invitation_key })).toMatchObject({ status: 401, code: 'PASSWORD_AUTH_DISABLED' })
  })
})

const signups = [{ operator: 'topic', operand: 'signups' }]

/** What an invitation offers. */
describe('GET /join', () => {
  test('tells who invited to what', async () => {
    const { owner } = await newRealm()
    const key = await invite(owner, { invite_as: 600 })

    expect(await readInvitation(owner.realm, key)).toMatchObject({
      invitation_status: 'open',
      email: 'new@example.com',
      inviter_full_name: owner.full_name,
      invited_as: 600,
      stream_names: ['general'],
    })
  })

  test('tells what became of it, and no more', async () => {
    const realm = await newRealm()
    const used = await invite(realm.owner)
    await joinByLink(realm, { invitation_key: used })
    const revoked = await invite(realm.owner, { invitee_emails: 'ada@example.com' })
    for (const { id } of await list(realm.owner)) await realm.owner.delete(`/invites/${id}`)
    const expired = await invite(realm.owner, { invitee_emails: 'bo@example.com', invite_expires_in_days: 1 })
    await age(realm, 2 * secondsADay)

    for (const [key, invitation_status] of [
      [used, 'used'],
      [revoked, 'revoked'],
      [expired, 'expired'],
      ['nothing', 'unknown'],
    ] as const) {
      const { headers: _, ...answer } = await readInvitation(realm, key)
      expect(answer).toEqual({ status: 200, result: 'success', msg: '', invitation_status })
    }
  })

  test('refuses where nobody can join', async () => {
    const { owner } = await newRealm()
    const key = await invite(owner)
    await owner.post('/realm/deactivate')

    expect(await readInvitation(owner.realm, key)).toMatchObject({ code: 'REALM_DEACTIVATED' })
  })
})

describe('somebody new', () => {
  test('is in events to everybody, and in those to people who know the streams', async () => {
    const realm = await newRealm()
    const guest = await realm.user('guest', { role: 600 })
    const told = await realm.owner.listen()
    const toldLess = await guest.listen()
    const invitation_key = await invite(realm.owner)

    const nora = await joinByLink(realm, { invitation_key })

    const added = expect.objectContaining({
      type: 'realm_user',
      op: 'add',
      person: expect.objectContaining({
        user_id: nora.id,
        full_name: 'Nora New',
        is_active: true,
        profile_data: {},
      }) as object,
    }) as object
    const subscribed = {
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [await generalStreamId(realm)],
      user_ids: [nora.id],
    }
    const events = await told.events('realm_user', 'subscription', 'invites_changed')
    expect(events).toEqual([{ type: 'invites_changed' }, added, subscribed, { type: 'invites_changed' }])
    expect(await toldLess.events('realm_user', 'subscription', 'invites_changed')).toEqual([added])
  })

  test('is announced in the stream for it, with a mention', async () => {
    const realm = await newRealm()
    const harbour = await realm.stream('harbour', realm.owner)
    await realm.owner.patch('/realm', { signup_notifications_stream_id: harbour.id })

    const ada = await realm.user('ada')

    const [notice] = await realm.owner.messages(signups)
    expect(notice).toMatchObject({ display_recipient: 'harbour', sender_full_name: 'Notification Bot' })
    expect(notice!['content']).toContain(`data-user-id="${ada.id}"`)
    expect(notice!['content']).toContain('user-mention silent')
  })

  test.each([
    [
      'there is no such stream',
      async (realm: TestRealm) => realm.owner.patch('/realm', { signup_notifications_stream_id: -1 }),
    ],
    [
      'the stream is gone',
      async (realm: TestRealm) => {
        const harbour = await realm.stream('harbour', realm.owner)
        await realm.owner.patch('/realm', { signup_notifications_stream_id: harbour.id })
        await realm.owner.delete(`/streams/${harbour.id}`)
      },
    ],
  ])('is not announced when %s', async (_, arrange) => {
    const realm = await newRealm()
    await arrange(realm)

    await realm.user('ada')

    expect(await realm.owner.messages(signups)).toEqual([])
  })

  test('is announced to the inviter, in private, and to nobody else', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const invitation_key = await invite(ada)
    const listener = await ada.listen()

    const nora = await joinByLink(realm, { invitation_key })

    const [message] = await listener.events('message')
    expect(message).toMatchObject({ message: { type: 'private', sender_full_name: 'Notification Bot' } })
    const [notice] = await ada.messages([{ operator: 'is', operand: 'private' }])
    expect(notice!['content']).toContain(`data-user-id="${nora.id}"`)
    expect(notice).toMatchObject({ flags: [] })
    expect(await realm.owner.messages([{ operator: 'is', operand: 'private' }])).toEqual([])
    expect(await nora.messages([{ operator: 'is', operand: 'private' }])).toEqual([])
  })

  test('two new ones are announced to one inviter in one conversation', async () => {
    const realm = await newRealm()
    const { invite_link } = await realm.owner.post('/invites/multiuse')
    const invitation_key = keyOf(invite_link as string)

    await Promise.all(
      ['a', 'b'].map((name) => join(realm, { invitation_key, email: `${name}@example.com`, full_name: `N ${name}` })),
    )

    const notices = await realm.owner.messages([{ operator: 'is', operand: 'private' }])
    expect(notices).toHaveLength(2)
    expect(new Set(notices.map(({ recipient_id }) => recipient_id as number)).size).toBe(1)
  })
})

describe('POST /invites/{invite_id}/resend', () => {
  test('gives a new link in place of the old one, for as long again', async () => {
    const realm = await newRealm()
    const old = await invite(realm.owner)
    await age(realm, 9 * secondsADay)
    const [{ id }] = (await list(realm.owner)) as unknown as [{ id: number }]

    const { timestamp, link_url } = await realm.owner.post(`/invites/${id}/resend`)

    expect(Math.abs((timestamp as number) - Date.now() / 1000)).toBeLessThan(60)
    expect(await list(realm.owner)).toMatchObject([
      { id, invited: timestamp, expiry_date: (timestamp as number) + 10 * secondsADay },
    ])
    expect((await join(realm, { invitation_key: old })).status).toBe(400)
    expect((await join(realm, { invitation_key: keyOf(link_url as string) })).status).toBe(200)
  })

  test('takes up one that has expired', async () => {
    const realm = await newRealm()
    await invite(realm.owner)
    const [{ id }] = (await list(realm.owner)) as unknown as [{ id: number }]
    await age(realm, 20 * secondsADay)

    const { link_url } = await realm.owner.post(`/invites/${id}/resend`)

    expect((await join(realm, { invitation_key: keyOf(link_url as string) })).status).toBe(200)
  })
})

describe('DELETE /invites/{invite_id}', () => {
  test('takes an invitation back, and tells administrators', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const invitation_key = await invite(ada)
    const [{ id }] = (await list(ada)) as unknown as [{ id: number }]
    const listener = await realm.owner.listen()

    await ada.delete(`/invites/${id}`)

    expect(await list(ada)).toEqual([])
    expect(await listener.events()).toEqual([{ type: 'invites_changed' }])
    expect(await join(realm, { invitation_key })).toMatchObject({ msg: expect.stringContaining('taken back') })
    expect(await ada.ask('DELETE', `/invites/${id}`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe.each([
  ['DELETE', ''],
  ['POST', '/resend'],
])('%s /invites/{invite_id}%s', (method, rest) => {
  async function arrange(given: Params = {}) {
    const realm = await newRealm()
    await invite(realm.owner, given)
    const [{ id }] = (await list(realm.owner)) as unknown as [{ id: number }]
    return { realm, path: `/invites/${id}${rest}` }
  }

  test('is for the inviter and for administrators', async () => {
    const { realm, path } = await arrange()
    const admin = await realm.user('admin', { role: 200 })

    expect((await admin.ask(method, path)).status).toBe(200)
  })

  test('is not for others', async () => {
    const { realm, path } = await arrange()
    const moderator = await realm.user('moderator', { role: 300 })

    expect(await moderator.ask(method, path)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('is for owners when an owner is invited', async () => {
    const { realm, path } = await arrange({ invite_as: 100 })
    const admin = await realm.user('admin', { role: 200 })

    expect(await admin.ask(method, path)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await realm.owner.ask(method, path)).status).toBe(200)
  })

  test('knows nothing of other realms, of what never was, or of links for many', async () => {
    const { path } = await arrange()
    const { owner } = await newRealm()
    await owner.post('/invites/multiuse')
    const [{ id }] = (await list(owner)) as unknown as [{ id: number }]

    for (const one of [path, `/invites/4000000${rest}`, `/invites/${id}${rest}`])
      expect(await owner.ask(method, one)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('a link for many', () => {
  test('admits everybody who has it, and is listed with its link', async () => {
    const realm = await newRealm()
    const harbour = await realm.stream('harbour')

    const { invite_link } = await realm.owner.post('/invites/multiuse', { stream_ids: [harbour.id], invite_as: 600 })

    expect(await list(realm.owner)).toEqual([
      {
        id: expect.any(Number) as number,
        invited_by_user_id: realm.owner.id,
        invited: expect.any(Number) as number,
        expiry_date: expect.any(Number) as number,
        invited_as: 600,
        is_multiuse: true,
        link_url: invite_link,
      },
    ])
    for (const email of ['ada@example.com', 'bo@example.com']) {
      const person = await joinByLink(realm, { invitation_key: keyOf(invite_link as string), email })
      expect(await person.get('/users/me')).toMatchObject({ role: 600 })
    }
    expect(await list(realm.owner)).toHaveLength(1)
  })

  test('is taken back', async () => {
    const realm = await newRealm()
    const { invite_link } = await realm.owner.post('/invites/multiuse')
    const [{ id }] = (await list(realm.owner)) as unknown as [{ id: number }]

    await realm.owner.delete(`/invites/multiuse/${id}`)

    expect(await list(realm.owner)).toEqual([])
    expect((await join(realm, { invitation_key: keyOf(invite_link as string) })).status).toBe(400)
  })

  test('is no invitation to one address', async () => {
    const { owner } = await newRealm()
    await invite(owner)
    const [{ id }] = (await list(owner)) as unknown as [{ id: number }]

    expect(await owner.ask('DELETE', `/invites/multiuse/${id}`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each([
    ['POST', '/invites/multiuse'],
    ['DELETE', '/invites/multiuse/1'],
  ])('is for administrators: %s %s', async (method, path) => {
    const realm = await newRealm()
    const moderator = await realm.user('moderator', { role: 300 })

    expect(await moderator.ask(method, path)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('as owner is for owners', async () => {
    const realm = await newRealm()
    const admin = await realm.user('admin', { role: 200 })
    const asOwner = { invite_as: 100 }

    expect(await admin.ask('POST', '/invites/multiuse', asOwner)).toMatchObject({
      status: 400,
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect((await realm.owner.ask('POST', '/invites/multiuse', asOwner)).status).toBe(200)
  })
})

test.each([
  ['a@b.co', ['a@b.co']],
  ['a@b.co,c@d.co\ne@f.co', ['a@b.co', 'c@d.co', 'e@f.co']],
  ['Ada <a@b.co>', ['a@b.co']],
  ['<a@b.co>', ['a@b.co']],
  ['"A <x>" <a@b.co>', ['a@b.co']],
  ['a@b.co>', [null]],
  ['Ada <a@b.co', [null]],
  ['>', [null]],
  ['', []],
])('the addresses of %j are %j', (given, expected) => {
  expect(listedAddresses(given).map(({ email }) => email)).toEqual(expected)
})

test('whether an address is let in does not hang on its case', () => {
  const domains = [{ id: 1, domain: 'example.org', allow_subdomains: 0 }]
  const rules = { emails_restricted_to_domains: true, disallow_disposable_email_addresses: true }

  expect(addressProblem(rules, domains, 'A@EXAMPLE.org')).toBeNull()
  expect(addressProblem({ ...rules, emails_restricted_to_domains: false }, [], 'A@MAILINATOR.com')).not.toBeNull()
})
