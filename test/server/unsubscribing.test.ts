/** The addresses in mails at which people unsubscribe without logging in. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import { unsubscribePath } from '../kit/unsubscribing'

let realm: TestRealm
let ada: Person
let path: string

beforeAll(async () => {
  realm = await newRealm()
  await realm.set({ name: 'Harbour & <Sons>' })
  ada = await realm.user('ada')
  path = await unsubscribePath(realm, { user_id: ada.id, name: 'missed_messages' })
})

const html = { Accept: 'text/html,application/xhtml+xml' }
const oneClick = { 'List-Unsubscribe': 'One-Click' }

async function post(
  where: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  host = realm.host,
) {
  const response = await reach(host, where, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

async function visit(where: string, headers: Record<string, string> = html) {
  const response = await reach(realm.host, where, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const settingsOf = async (person: Person) =>
  (await person.post('/register'))['user_settings'] as Record<string, unknown>

/** The field of the form on a page. */
function fieldOn(page: string): Record<string, string> {
  const [, name, value] = /<input type="hidden" name="([^"]+)" value="([^"]+)">/.exec(page)!
  return { [name!]: value!.replaceAll('&quot;', '"') }
}

test('opening the address changes nothing and says what will be turned off', async () => {
  const bo = await realm.user('bo')
  const before = await settingsOf(bo)
  const page = await visit(await unsubscribePath(realm, { user_id: bo.id, name: 'login' }))

  expect(page.status).toBe(200)
  expect(page.text).toContain('<h1>Emails about new logins</h1>')
  expect(page.text).toContain('Harbour &amp; &lt;Sons&gt;')
  expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self'")
  expect(await settingsOf(bo)).toEqual(before)
})

test.each([
  ['missed_messages', ['enable_offline_email_notifications', 'enable_stream_email_notifications']],
  ['digest', ['enable_digest_emails']],
  ['login', ['enable_login_emails']],
] as const)('one click turns off mails of the kind %s, and no others', async (name, settings) => {
  const person = await realm.user(`reader-of-${name.replace('_', '-')}`)
  await person.patch('/settings', { enable_stream_email_notifications: true })
  const listener = await person.listen({ event_types: ['user_settings'] })
  const before = await settingsOf(person)

  const answer = await post(await unsubscribePath(realm, { user_id: person.id, name }), oneClick)

  expect(answer).toMatchObject({ status: 200, text: 'Unsubscribed\n' })
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
  expect(await settingsOf(person)).toEqual({ ...before, ...Object.fromEntries(settings.map((one) => [one, false])) })
  expect(await listener.events()).toMatchObject(settings.map((property) => ({ property, value: false })))
})

test('a second click changes nothing', async () => {
  await post(path, oneClick)
  const listener = await ada.listen({ event_types: ['user_settings', 'subscription'] })

  expect(await post(path, oneClick)).toMatchObject({ status: 200 })
  expect(await listener.events()).toEqual([])
})

test('a body of several parts counts as well', async () => {
  const cy = await realm.user('cy')
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const where = await unsubscribePath(realm, { user_id: cy.id, name: 'digest' })

  const response = await reach(realm.host, where, { method: 'POST', body })

  expect(response.status).toBe(200)
  await response.text()
  expect(await settingsOf(cy)).toMatchObject({ enable_digest_emails: false })
})

test('the button of the page turns everything off, and that of the next one on again as it was', async () => {
  const dee = await realm.user('dee')
  const [tides, winds] = [await realm.stream('tides', dee), await realm.stream('winds', dee)]
  const where = await unsubscribePath(realm, { user_id: dee.id, name: 'missed_messages' })
  await dee.patch(`/users/me/subscriptions/${tides.id}`, { property: 'email_notifications', value: true })
  const readMailSettings = async () => {
    const { subscriptions } = await dee.get('/users/me/subscriptions')
    const rows = subscriptions as { stream_id: number; email_notifications: boolean | null }[]
    const { enable_offline_email_notifications, enable_stream_email_notifications } = await settingsOf(dee)
    const emailSettingOf = ({ id }: { id: number }) =>
      rows.find(({ stream_id }) => stream_id === id)!.email_notifications
    return [
      enable_offline_email_notifications,
      enable_stream_email_notifications,
      emailSettingOf(tides),
      emailSettingOf(winds),
    ]
  }
  expect(await readMailSettings()).toEqual([true, false, true, null])

  const off = await post(where, fieldOn((await visit(where)).text), html)
  expect(off.text).toContain('You’re unsubscribed')
  expect(await readMailSettings()).toEqual([false, false, false, null])

  const resumed = await post(where, fieldOn(off.text), html)
  expect(resumed.text).toContain('You’re subscribed again')
  expect(await readMailSettings()).toEqual([true, false, true, null])
})

test('who has unsubscribed finds the way back on the page', async () => {
  const eve = await realm.user('eve')
  const where = await unsubscribePath(realm, { user_id: eve.id, name: 'digest' })
  await post(where, oneClick)

  const { text } = await visit(where)
  expect(text).toContain('You’re unsubscribed')
  await post(where, fieldOn(text), html)

  expect(await settingsOf(eve)).toMatchObject({ enable_digest_emails: true })
})

test('only 20 times a day are mails turned on again, and always off', async () => {
  const flo = await realm.user('flo')
  const where = await unsubscribePath(realm, { user_id: flo.id, name: 'digest' })
  const undo = { undo: JSON.stringify({ settings: ['enable_digest_emails'], stream_ids: [] }) }
  const statuses: number[] = []
  for (let turn = 0; turn < 21; turn += 1) {
    expect((await post(where, oneClick)).status).toBe(200)
    statuses.push((await post(where, undo)).status)
  }

  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect(await settingsOf(flo)).toMatchObject({ enable_digest_emails: false })
})

test('the way back turns on nothing but what the address is about', async () => {
  const gil = await realm.user('gil')
  const bay = await realm.stream('bay', realm.owner)
  await gil.patch('/settings', { presence_enabled: false, enable_login_emails: false })
  const undo = { undo: JSON.stringify({ settings: ['presence_enabled', 'enable_login_emails'], stream_ids: [bay.id] }) }

  expect((await post(await unsubscribePath(realm, { user_id: gil.id, name: 'missed_messages' }), undo)).status).toBe(
    200,
  )

  expect(await settingsOf(gil)).toMatchObject({ presence_enabled: false, enable_login_emails: false })
})

describe('languages', () => {
  test.each([
    ['de', 'lang="de" dir="ltr"', 'Abbestellen'],
    ['ar', 'lang="ar" dir="rtl"', 'إلغاء الاشتراك'],
    ['ja', 'lang="ja" dir="ltr"', '配信を停止'],
  ])('the page is in the language of its reader: %s', async (language, html, button) => {
    const person = await realm.user(`speaks-${language}`)
    await person.patch('/settings', { default_language: language })

    const { text } = await visit(await unsubscribePath(realm, { user_id: person.id, name: 'digest' }))

    expect(text).toContain(html)
    expect(text).toContain(`<button>${button}</button>`)
  })
})

const signature = () => path.split('-').slice(2).join('-')

describe('what is no address', () => {
  const wrong = [
    ['none', () => '/unsubscribe/x'],
    ['of another kind', () => `/unsubscribe/${ada.id}-2-${signature()}`],
    ['of another person', () => `/unsubscribe/${realm.owner.id}-1-${signature()}`],
    ['of an unknown kind', () => `/unsubscribe/${ada.id}-9-${signature()}`],
    ['cut off', () => path.slice(0, -1)],
  ] as const

  test.each(wrong)('a page says so, and a program is refused: %s', async (_, where) => {
    const page = await visit(where(), { ...html, 'Accept-Language': 'de-CH,de;q=0.9' })
    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('Dieser Link funktioniert nicht') })
    expect(await post(where(), oneClick)).toMatchObject({
      status: 404,
      text: expect.stringContaining('The link is wrong'),
    })
  })

  test('an address of another organization', async () => {
    const other = await newRealm()
    await unsubscribePath(other, { user_id: other.owner.id, name: 'digest' })

    expect(await post(path, oneClick, {}, other.host)).toMatchObject({ status: 404 })
  })

  test('an address whose account was deactivated', async () => {
    const hal = await realm.user('hal')
    const where = await unsubscribePath(realm, { user_id: hal.id, name: 'digest' })
    await realm.deactivate(hal)

    expect((await visit(where)).status).toBe(404)
    expect((await post(where, oneClick)).status).toBe(404)
  })

  test.each([
    ['no settings', '{"stream_ids": []}'],
    ['no JSON', 'x'],
    ['too many streams', JSON.stringify({ settings: [], stream_ids: Array.from({ length: 1001 }, (_, id) => id) })],
  ])('a way back with %s', async (_, undo) => {
    expect((await post(path, { undo })).status).toBe(400)
  })
})

test('a page of another site cannot unsubscribe anybody', async () => {
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }

  expect((await post(path, oneClick, foreign)).status).toBe(403)
})
