import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOfKey, newKey } from '../../src/auth/keys'
import { newRealm, type Person, type TestRealm } from '../kit'
import { askForReset, confirmReset, isValidPassword, newPassword, createResetKey } from '../kit/password-resets'
import { password } from '../kit/person'

let realm: TestRealm
let admin: Person

beforeAll(async () => {
  realm = await newRealm()
  admin = await realm.user('admin', { role: 200 })
})

const make = (by: Person, target: Pick<Person, 'id'>) => by.ask('POST', `/users/${target.id}/password_reset`)

/** The row of somebody's link. */
const rowOf = ({ id }: Person) => env.DB.prepare('select * from password_reset where user_id = ?').bind(id).first()

/** What the notification bot wrote to somebody, the last first. */
const noticesTo = async (person: Person): Promise<string[]> =>
  (await person.messages([{ operator: 'is', operand: 'private' }], { apply_markdown: false }))
    .map(({ content }) => content as string)
    .toReversed()

describe('a link', () => {
  test('is told once, with the time at which it expires, and stored as a hash', async () => {
    const ada = await realm.user('ada')
    const before = Math.floor(Date.now() / 1000)

    const { reset_url, expires } = await realm.owner.post(`/users/${ada.id}/password_reset`)

    expect(reset_url).toMatch(new RegExp(`^http://${realm.host}/reset/[A-Za-z0-9]{32}$`))
    expect(expires).toBeGreaterThanOrEqual(before + 3600)
    expect(expires).toBeLessThanOrEqual(Date.now() / 1000 + 3600)
    const key = (reset_url as string).split('/').at(-1)!
    const row = await rowOf(ada)
    expect(row).toMatchObject({ key_hash: hashOfKey(key), maker_id: realm.owner.id, asked_at: null })
    expect(JSON.stringify(row)).not.toContain(key)
  })

  test('is told to its maker alone', async () => {
    const [bo, other] = [await realm.user('bo'), await realm.user('other', { role: 200 })]
    await askForReset(realm, bo.email)
    const listeners = [await bo.listen(), await other.listen(), await realm.owner.listen()]

    const key = await createResetKey(bo, admin)

    for (const listener of listeners) {
      const told = [await listener.events(), await listener.person.ask('GET', '/realm/password_resets')]
      expect(JSON.stringify(told)).not.toContain(key)
      expect(JSON.stringify(told)).not.toContain('/reset/')
    }
  })

  test('is made for people who did not ask, and who never had a password', async () => {
    const cy = await realm.user('cy')
    await realm.behindTheWriter(env.DB.prepare('delete from password where user_id = ?').bind(cy.id))
    expect(await isValidPassword(cy, password)).toBe(false)

    expect((await confirmReset(realm, await createResetKey(cy))).status).toBe(200)

    expect(await isValidPassword(cy, newPassword)).toBe(true)
  })

  test('is made by an owner for themselves, who forgot the password and has a key left', async () => {
    const only = await newRealm()

    expect((await confirmReset(only, await createResetKey(only.owner))).status).toBe(200)

    expect(await isValidPassword(only.owner, newPassword)).toBe(true)
  })

  test('ends the one before it', async () => {
    const dee = await realm.user('dee')
    const [first, second] = [await createResetKey(dee), await createResetKey(dee, admin)]

    expect(await confirmReset(realm, first)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await confirmReset(realm, second)).status).toBe(200)
  })

  test('is told of to whom it is for, with the name of who made it, and to nobody else', async () => {
    const [eve, fay] = [await realm.user('eve'), await realm.user('fay')]
    const [told, other] = [await eve.listen(), await fay.listen()]
    const event_types = ['message']

    await createResetKey(eve, admin)

    const [notice] = await noticesTo(eve)
    expect(notice).toMatch(
      new RegExp(`^@_\\*\\*Admin\\|${admin.id}\\*\\* made a link that sets a new password for your account\\.`),
    )
    expect(await told.events(...event_types)).toMatchObject([{ message: { sender_full_name: 'Notification Bot' } }])
    expect(await other.events(...event_types)).toEqual([])
    expect(await noticesTo(fay)).toEqual([])
  })
})

describe('making a link', () => {
  /** Who makes one for whom, and the refusal; null is none. */
  test.each<[by: number, target: number, code: string | null]>([
    [100, 100, null],
    [100, 200, null],
    [100, 600, null],
    [200, 100, 'UNAUTHORIZED_PRINCIPAL'],
    [200, 200, null],
    [200, 400, null],
    [200, 600, null],
    [300, 400, 'UNAUTHORIZED_PRINCIPAL'],
    [300, 600, 'UNAUTHORIZED_PRINCIPAL'],
    [400, 400, 'UNAUTHORIZED_PRINCIPAL'],
    [600, 600, 'UNAUTHORIZED_PRINCIPAL'],
  ])('by the role %i for the role %i: %s', async (by, target, code) => {
    const [maker, person] = [await realm.user(`by-${by}-${target}`), await realm.user(`for-${by}-${target}`)]
    await realm.owner.patch(`/users/${maker.id}`, { role: by })
    await realm.owner.patch(`/users/${person.id}`, { role: target })

    const answer = await make(maker, person)

    expect(answer.status).toBe(code === null ? 200 : 400)
    if (code === null) return
    expect(answer.code).toBe(code)
    expect(await rowOf(person)).toBeNull()
    expect(await noticesTo(person)).toEqual([])
  })

  test.each([300, 400, 600])('for oneself is refused to the role %i', async (role) => {
    const person = await realm.user(`self-${role}`, { role })

    expect(await make(person, person)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('is refused to bots, also of administrators', async () => {
    const [gil, bot] = [await realm.user('gil'), await realm.bot('clock', admin, { role: 200 })]

    expect(await make(bot, gil)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await rowOf(gil)).toBeNull()
  })

  test('is refused for bots, for the deactivated, for another organization, and for nobody', async () => {
    const [hal, other] = [await realm.user('hal'), await newRealm()]
    const bot = await realm.bot('watch', hal)
    const notifier = await env.DB.prepare('select id from user where realm_id = ? and is_system_bot')
      .bind(realm.id)
      .first<{ id: number }>()
    await realm.deactivate(hal)

    for (const target of [bot, notifier!, hal, other.owner, { id: 999_999 }])
      expect(await make(realm.owner, target)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await rowOf(other.owner)).toBeNull()
  })

  test('is refused where people do not log in by password', async () => {
    const other = await newRealm()
    await other.set({ authentication_methods: { Email: false, Dev: true } })

    expect(await make(other.owner, other.owner)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

test('the operator of the deployment makes a link in the database', async () => {
  const only = await newRealm()
  const key = newKey()
  await askForReset(only, only.owner.email)
  await env.DB.prepare(`
    insert or replace into password_reset (user_id, key_hash, expires_at)
    select user.id, ?, unixepoch() + 3600 from user join realm on realm.id = realm_id
    where realm.string_id = ? and delivery_email = ? collate nocase
  `)
    .bind(hashOfKey(key), only.string_id, only.owner.email)
    .run()

  expect((await confirmReset(only, key, { keep_sessions: true })).status).toBe(200)

  const messages = await only.owner.messages([{ operator: 'is', operand: 'private' }], { apply_markdown: false })
  expect(messages.at(-1)).toMatchObject({
    content: 'Your password was reset by a link that the operator of the server made.',
  })
  expect(await isValidPassword(only.owner, newPassword)).toBe(true)
})
