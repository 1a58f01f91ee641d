import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, password, reach, request, Person, type Answer, type TestRealm } from '../kit'

interface Pending {
  user_id: number
  old_email: string
  new_email: string
  confirmation_url: string
  created: number
}

let realm: TestRealm

beforeAll(async () => {
  realm = await newRealm()
})

const ask = (person: Person, email: string): Promise<Answer> => person.ask('PATCH', '/settings', { email })

async function readPending(by: Person): Promise<Pending[]> {
  return (await by.get('/realm/email_changes'))['email_changes'] as Pending[]
}

/** The link that an administrator finds for somebody. */
async function linkOf(person: Person): Promise<string> {
  const found = (await readPending(person.realm.owner)).find(({ user_id }) => user_id === person.id)
  if (found === undefined) expect.fail(`${person.full_name} waits for no confirmation`)
  return found.confirmation_url
}

const tokenOf = (link: string): string => link.split('/').at(-1)!

const confirm = (where: TestRealm, token: string): Promise<Answer> =>
  request(where.host, 'POST', '/confirm_email', { params: { token } })

const waits = async ({ id }: Person): Promise<boolean> =>
  (await readPending(realm.owner)).some(({ user_id }) => user_id === id)

async function requestChange(person: Person, email: string): Promise<string> {
  await person.patch('/settings', { email })
  return tokenOf(await linkOf(person))
}

const canLogIn = async (where: TestRealm, username: string): Promise<boolean> =>
  (await request(where.host, 'POST', '/fetch_api_key', { params: { username, password } })).status === 200

/** Somebody as they are after their address changed. */
const withEmail = (person: Person, email: string): Person =>
  new Person(person.realm, person.id, email, person.full_name, person.key)

test('an address changes only when it is confirmed', async () => {
  const ada = await realm.user('ada')

  const answer = await ada.patch('/settings', { email: 'ada@new.example.com' })

  expect(answer).toMatchObject({ result: 'success', ignored_parameters_unsupported: [] })
  expect(await ada.get('/users/me')).toMatchObject({ email: 'ada@example.com' })
  expect(await canLogIn(realm, 'ada@new.example.com')).toBe(false)
})

describe('confirming', () => {
  test('changes the address everywhere at once, and the keys stay good', async () => {
    const bo = await realm.user('bo')
    // What is seen before is remembered in many places.
    await bo.send('general', 'addresses', 'hello')
    await realm.owner.get('/users/bo@example.com')
    const token = await requestChange(bo, 'bo@new.example.com')

    const answer = await confirm(realm, token)

    expect(answer).toMatchObject({ status: 200, result: 'success', msg: '' })
    const now = withEmail(bo, 'bo@new.example.com')
    expect(await now.get('/users/me')).toMatchObject({ email: 'bo@new.example.com', user_id: bo.id })
    expect((await now.ask('POST', '/mark_all_as_read')).status).toBe(200)
    expect((await bo.ask('GET', '/users/me')).status).toBe(401)
    expect((await bo.ask('POST', '/mark_all_as_read')).status).toBe(401)
    expect(await canLogIn(realm, 'bo@new.example.com')).toBe(true)
    expect(await canLogIn(realm, 'bo@example.com')).toBe(false)
    expect(await realm.owner.get('/users/bo@new.example.com')).toMatchObject({ user: { user_id: bo.id } })
    expect((await realm.owner.ask('GET', '/users/bo@example.com')).status).toBe(400)
    const sent = await realm.owner.post('/messages', { type: 'private', to: ['bo@new.example.com'], content: 'hi' })
    expect(sent['id']).toEqual(expect.any(Number))
    expect(
      (await realm.owner.ask('POST', '/messages', { type: 'private', to: ['bo@example.com'], content: 'hi' })).status,
    ).toBe(400)
  })

  test('happens by opening an address, without credentials', async () => {
    const cy = await realm.user('cy')
    const token = await requestChange(cy, 'cy@new.example.com')

    const response = await reach(realm.host, `/api/v1/confirm_email/${token}`)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ result: 'success', msg: '' })
    expect(await canLogIn(realm, 'cy@new.example.com')).toBe(true)
  })

  test('happens once, though ten try at once', async () => {
    const dee = await realm.user('dee')
    const token = await requestChange(dee, 'dee@new.example.com')

    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(realm, token)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, code }) => status === 400 && code === 'BAD_REQUEST')).toHaveLength(9)
    expect(await readPending(realm.owner)).not.toContainEqual(expect.objectContaining({ user_id: dee.id }))
  })

  test('is possible for three days', async () => {
    const [early, late] = [await realm.user('early'), await realm.user('late')]
    const tokens = [
      await requestChange(early, 'early@new.example.com'),
      await requestChange(late, 'late@new.example.com'),
    ]
    await age(early, 3 * 24 * 3600 - 60)
    await age(late, 3 * 24 * 3600 + 1)

    expect((await confirm(realm, tokens[0]!)).status).toBe(200)
    expect(await confirm(realm, tokens[1]!)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await readPending(realm.owner)).not.toContainEqual(expect.objectContaining({ user_id: late.id }))
    expect(await canLogIn(realm, 'late@example.com')).toBe(true)
  })

  test('is possible for the last request only', async () => {
    const eve = await realm.user('eve')
    const first = await requestChange(eve, 'first@example.com')
    const second = await requestChange(eve, 'second@example.com')

    expect((await confirm(realm, first)).status).toBe(400)
    expect((await confirm(realm, second)).status).toBe(200)
    expect(await canLogIn(realm, 'second@example.com')).toBe(true)
  })

  test.each(['', 'wrong', 'x'.repeat(32), 'x'.repeat(5000), "' or 1 = 1 --", 'a\0b'])(
    'is refused for the token "%s"',
    async (token) => {
      expect(await confirm(realm, token)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    },
  )

  test('is refused without a token', async () => {
    const answer = await request(realm.host, 'POST', '/confirm_email')

    expect(answer).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('is refused for a wrong link', async () => {
    expect((await request(realm.host, 'GET', '/confirm_email/wrong')).status).toBe(400)
  })

  test('is refused at the address of another realm', async () => {
    const fay = await realm.user('fay')
    const token = await requestChange(fay, 'fay@new.example.com')
    const other = await newRealm()

    expect((await confirm(other, token)).status).toBe(400)
    expect((await confirm(realm, token)).status).toBe(200)
  })

  test('is refused when somebody else has taken the address meanwhile', async () => {
    const gil = await realm.user('gil')
    const token = await requestChange(gil, 'wanted@example.com')
    await realm.owner.post('/users', { email: 'Wanted@example.com', password, full_name: 'Quicker' })

    expect(await confirm(realm, token)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await canLogIn(realm, 'gil@example.com')).toBe(true)
  })

  test('is refused to one of two who want the same address', async () => {
    const [hal, ivy] = [await realm.user('hal'), await realm.user('ivy')]
    const tokens = [await requestChange(hal, 'same@example.com'), await requestChange(ivy, 'SAME@example.com')]

    const answers = await Promise.all(tokens.map((token) => confirm(realm, token)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(1)
  })

  test('is refused to somebody deactivated, who is not listed either', async () => {
    const jo = await realm.user('jo')
    const token = await requestChange(jo, 'jo@new.example.com')
    await realm.deactivate(jo)

    expect((await confirm(realm, token)).status).toBe(400)
    expect(await readPending(realm.owner)).not.toContainEqual(expect.objectContaining({ user_id: jo.id }))
  })

  test('is refused in a deactivated organization', async () => {
    const doomed = await newRealm()
    const token = await requestChange(doomed.owner, 'olga@new.example.com')
    await doomed.owner.post('/realm/deactivate')

    expect(await confirm(doomed, token)).toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' })
  })

  test('is refused when the organization has stopped changes meanwhile, except to administrators', async () => {
    const strict = await newRealm()
    const member = await strict.user('member')
    const tokens = [
      await requestChange(member, 'member@new.example.com'),
      await requestChange(strict.owner, 'olga@new.example.com'),
    ]
    await strict.set({ email_changes_disabled: true })

    expect((await confirm(strict, tokens[0]!)).status).toBe(400)
    expect((await confirm(strict, tokens[1]!)).status).toBe(200)
  })

  test('leaves the shown address alone where the organization hides real ones', async () => {
    const discreet = await newRealm()
    const kim = await discreet.user('kim')
    await discreet.set({ email_address_visibility: 3 })
    const token = await requestChange(kim, 'kim@new.example.com')

    await confirm(discreet, token)

    expect(await discreet.owner.get(`/users/${kim.id}`)).toMatchObject({
      user: { email: `user${kim.id}@${discreet.host}` },
    })
    expect(await canLogIn(discreet, 'kim@new.example.com')).toBe(true)
  })

  test('changes only the case of an address, too', async () => {
    const lou = await realm.user('lou')
    const token = await requestChange(lou, 'Lou@example.com')

    expect((await confirm(realm, token)).status).toBe(200)
    expect(await lou.get('/users/me')).toMatchObject({ email: 'Lou@example.com' })
  })
})

describe('asking for another address', () => {
  test.each([
    'nowhere',
    '',
    ' ',
    'a@b',
    '@example.com',
    'mia@',
    'mia @example.com',
    `${'x'.repeat(400)}@example.com`,
    'mia@example.com\0',
  ])('is refused for "%s"', async (email) => {
    const mia = await mias()

    expect(await ask(mia, email)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await waits(mia)).toBe(false)
  })

  let mia: Person | undefined
  const mias = async (): Promise<Person> => (mia ??= await realm.user('mia'))

  test.each(['olga@example.com', 'OLGA@example.com'])('is refused for one in use: %s', async (email) => {
    expect(await ask(await mias(), email)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await waits(await mias())).toBe(false)
  })

  test('does nothing when it is the present one', async () => {
    const ned = await realm.user('ned')

    expect((await ask(ned, 'ned@example.com')).status).toBe(200)
    expect(await waits(ned)).toBe(false)
  })

  test('does nothing when another setting of the request is refused', async () => {
    const oli = await realm.user('oli')

    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const answer = await oli.ask('PATCH', '/settings', { email: 'oli@new.example.com', new_password: 'x' })
      expect(answer.status).toBe(400)
    }

    expect(await waits(oli)).toBe(false)
    expect((await ask(oli, 'oli@new.example.com')).status).toBe(200)
  })

  test('is refused where the organization keeps addresses, except for administrators', async () => {
    const strict = await newRealm()
    const [member, admin] = [await strict.user('member'), await strict.user('admin', { role: 200 })]
    await strict.set({ email_changes_disabled: true })

    expect(await ask(member, 'member@new.example.com')).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await ask(admin, 'admin@new.example.com')).status).toBe(200)
  })

  test('is possible twice an hour', async () => {
    const pat = await realm.user('pat')
    await ask(pat, 'pat1@example.com')
    await ask(pat, 'pat2@example.com')

    const answer = await ask(pat, 'pat3@example.com')

    expect(answer).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect(answer['retry-after']).toBeGreaterThan(3500)
    expect(answer['retry-after']).toBeLessThanOrEqual(3600)
    expect((await pat.ask('PATCH', '/settings', { enter_sends: true })).status).toBe(200)
    expect((await ask(realm.owner, 'olga@new.example.com')).status).toBe(200)
  })

  test('is possible as often as one likes where rate limits are off', async () => {
    const open = await newRealm()
    await open.owner.patch('/settings', { enter_sends: true })
    await open.inObject((object) => {
      Object.assign(object, { env: { ...env, RATE_LIMITS: 'off' } })
    })

    for (let time = 1; time <= 6; time += 1) expect((await ask(open.owner, `olga${time}@example.com`)).status).toBe(200)
  })

  test('is possible five times a day', async () => {
    const quin = await realm.user('quin')
    for (let time = 1; time <= 5; time += 1) {
      expect((await ask(quin, `quin${time}@example.com`)).status).toBe(200)
      await passSeconds(3600)
    }

    const answer = await ask(quin, 'quin6@example.com')
    await passSeconds(24 * 3600)

    expect(answer).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect((await ask(quin, 'quin6@example.com')).status).toBe(200)
  })
})

describe('the list of links', () => {
  test('tells administrators what waits', async () => {
    const fresh = await newRealm()
    const rue = await fresh.user('rue')
    const before = Math.floor(Date.now() / 1000)
    await rue.patch('/settings', { email: 'rue@new.example.com' })

    expect(await readPending(fresh.owner)).toEqual([
      {
        user_id: rue.id,
        old_email: 'rue@example.com',
        new_email: 'rue@new.example.com',
        confirmation_url: expect.stringMatching(new RegExp(`^http://${fresh.host}/email/[A-Za-z0-9]{32}$`)),
        created: expect.any(Number),
      },
    ])
    expect((await readPending(fresh.owner))[0]!.created).toBeGreaterThanOrEqual(before)
  })

  test.each([
    [100, 200],
    [200, 200],
    [300, 400],
    [400, 400],
    [600, 400],
  ])('is answered to the role %i with %i', async (role, status) => {
    const person = await realm.user(`role${role}`, { role })

    const answer = await person.ask('GET', '/realm/email_changes')

    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })

  test('does not tell of other organizations', async () => {
    const [one, other] = [await newRealm(), await newRealm()]
    await one.owner.patch('/settings', { email: 'olga@new.example.com' })

    expect(await readPending(other.owner)).toEqual([])
  })
})

/** Makes a request older. */
async function age({ id }: Person, seconds: number): Promise<void> {
  await env.DB.prepare('update email_change set created_at = created_at - ? where user_id = ?').bind(seconds, id).run()
}

/** As if time had passed, for limits on attempts. */
async function passSeconds(seconds: number): Promise<void> {
  await realm.inObject((_, { storage }) => {
    storage.sql.exec('update attempts set ends = ends - ?', seconds)
  })
}
