/** Mails that the server sends, and what they lead to. A service on the web takes them; others have tests of their own. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newRealm, password, reach, request, type Answer, type Person, type TestRealm } from '../kit'
import { logIn } from '../kit/browser'
import { smallChapters, TestImport } from '../kit/imports'
import { linkIn, MailService } from '../kit/mail-service'
import { askForReset, confirmReset, isValidPassword, newPassword, startResetRequest } from '../kit/password-resets'

const [hour, day] = [3600, 86_400]

afterEach(async () => {
  vi.useRealTimers()
  // A mail that is still under way would go to the service of the next test.
  await vi.waitFor(async () => {
    const first = `select count(*) as count from job where kind = 'sendMails' and payload ->> 'attempts' = 0`
    expect(await env.DB.prepare(first).first('count')).toBe(0)
  })
  MailService.end()
  delete env.SMTP_URL
})

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time * 1000 })
const after = (seconds: number) => at(Date.now() / 1000 + seconds)

const keyOf = (link: string): string => link.split('/').at(-1)!

async function scene(service = new MailService()) {
  const realm = await newRealm()
  const { id: stream_id } = await realm.stream('harbour')
  const invite = async (emails: string, by: Person = realm.owner): Promise<Answer[]> =>
    (await by.post('/invites', { invitee_emails: emails, stream_ids: [stream_id] }))['invitations'] as Answer[]
  return { realm, service, invite }
}

const mailOf = async ({ owner }: { owner: Person }): Promise<Answer> =>
  (await owner.get('/realm/usage'))['mail'] as Answer

/** Waits until the realm's mails wait that were tried so often. */
const untilQueued = (realm: TestRealm, ...attempts: number[]): Promise<void> =>
  vi.waitFor(async () => {
    const { results } = await env.DB.prepare(
      `select payload ->> 'attempts' as attempts from job where kind = 'sendMails' and id between ? and ? order by 1`,
    )
      .bind((realm.id - 1) * 2 ** 32, realm.id * 2 ** 32)
      .all<{ attempts: number }>()
    expect(results.map((row) => row.attempts)).toEqual(attempts)
  })

/** Direct messages of the notification bot about mails. */
const noticesAboutMail = async (person: Person): Promise<string[]> =>
  (await person.messages([['is', 'private']]))
    .map(({ content }) => content as string)
    .filter((text) => /mails/.test(text))

describe('without a mail service', () => {
  test('nobody is told that there is mail, and links are passed on as ever', async () => {
    const { realm, invite } = await scene()
    MailService.end()

    expect(await invite('gus@example.com')).toEqual([
      { email: 'gus@example.com', link_url: expect.any(String), is_mailed: false },
    ])
    expect(await request(realm.host, 'GET', '/server_settings')).toMatchObject({ server_sends_mail: false })
    expect(await realm.owner.post('/register')).toMatchObject({ server_sends_mail: false })
    expect(await mailOf(realm)).toMatchObject({ transport: null, problem: null, used: 0 })
  })

  test('a wrong configuration is as if there were none, and owners are told what is wrong', async () => {
    const { realm, invite } = await scene()
    env.SMTP_URL = 'smtp://user:secret@mail.example:25'

    expect(await invite('gus@example.com')).toMatchObject([{ is_mailed: false }])
    expect(await request(realm.host, 'GET', '/server_settings')).toMatchObject({ server_sends_mail: false })
    const mail = await mailOf(realm)
    expect(mail).toMatchObject({ transport: null, problem: expect.stringContaining('port 25') })
    expect(JSON.stringify(mail)).not.toContain('secret')
  })
})

test('clients learn that the server sends mail', async () => {
  const { realm } = await scene()
  expect(await request(realm.host, 'GET', '/server_settings')).toMatchObject({ server_sends_mail: true })
  expect(await realm.owner.post('/register')).toMatchObject({ server_sends_mail: true })
  expect(await mailOf(realm)).toMatchObject({ transport: 'resend', problem: null, daily_limit: 90 })
})

describe('invitations', () => {
  test('are mailed in the language of the organization, with the link that the inviter sees', async () => {
    const { realm, service, invite } = await scene()
    await realm.set({ default_language: 'de' })

    const [made] = await invite('gus@example.com')

    const [mail] = await service.mails(1)
    expect(made).toMatchObject({ is_mailed: true })
    expect(mail).toMatchObject({
      to: ['gus@example.com'],
      subject: expect.stringMatching(/^Olga Owner hat dich zu Realm \d+ eingeladen$/),
      from: expect.stringMatching(/^"Realm \d+" <chat@mail\.example>$/),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    expect(linkIn(mail!)).toBe(made!['link_url'])
  })

  test('that are resent are mailed with their new link', async () => {
    const { realm, service, invite } = await scene()
    const [first] = await invite('gus@example.com')
    const { invites } = await realm.owner.get('/invites')

    const again = await realm.owner.post(`/invites/${invites[0].id}/resend`)

    const links = (await service.mails(2)).map(linkIn)
    expect(again).toMatchObject({ is_mailed: true })
    expect(links).toEqual([first!['link_url'], again['link_url']])
  })

  test('a name is no link in them, and writes no header', async () => {
    const { realm, service, invite } = await scene()
    await realm.owner.patch('/settings', { full_name: 'Free phones www.evil.example/x' })
    await realm.set({ name: 'A\u202Eb <c@evil.example>' })

    await invite('gus@example.com')

    const [mail] = await service.mails(1)
    const text = mail!.text.replace(linkIn(mail!), '')
    expect(text).not.toMatch(/evil\.example|www\.evil|c@evil/)
    expect(text).toContain('Free phones')
    expect(mail!.from).toBe('"Ab c@evil.example" <chat@mail.example>')
    expect(mail!.text + mail!.html).not.toContain('\u202E')
  })
})

describe('a forgotten password', () => {
  test('is replaced by the link that comes by mail, once', async () => {
    const { realm, service } = await scene()
    const ada = await realm.user('ada')
    await ada.patch('/settings', { default_language: 'fr' })

    await askForReset(realm, 'ada@example.com')

    const [mail] = await service.mailsTo('ada@example.com', 1)
    expect(mail!.subject).toBe('Définissez un nouveau mot de passe')
    const key = keyOf(linkIn(mail!))
    expect(await confirmReset(realm, key)).toMatchObject({ status: 200, email: 'ada@example.com' })
    expect(await isValidPassword(ada, newPassword)).toBe(true)
    expect(await confirmReset(realm, key)).toMatchObject({ status: 400 })
    await ada.realm.owner.get('/users/me')
  })

  test('has an hour, and another request replaces the link', async () => {
    const { realm, service } = await scene()
    await realm.user('ada')
    await askForReset(realm, 'ada@example.com')
    await askForReset(realm, 'ada@example.com')

    const [first, second] = (await service.mailsTo('ada@example.com', 2)).map((mail) => keyOf(linkIn(mail)))

    expect(await confirmReset(realm, first!)).toMatchObject({ status: 400 })
    after(hour + 1)
    expect(await confirmReset(realm, second!)).toMatchObject({ status: 400 })
  })

  test('does not end a link that an administrator made', async () => {
    const { realm, service } = await scene()
    const ada = await realm.user('ada')
    const { reset_url } = await realm.owner.post(`/users/${ada.id}/password_reset`)

    await askForReset(realm, 'ada@example.com')

    expect(await confirmReset(realm, keyOf(reset_url as string))).toMatchObject({ status: 200 })
    expect(await service.mails()).toEqual([])
  })

  test('of an unknown address is answered in the same way, and before any query', async () => {
    const { realm, service } = await scene()
    await realm.user('ada')
    const [known, unknown] = [
      await startResetRequest(realm, 'ada@example.com'),
      await startResetRequest(realm, 'eve@example.com'),
    ]

    // Both answers are there while the work for both is still to be done.
    expect(await service.mails()).toEqual([])
    const shown = ({ answer: { headers, ...body } }: typeof known) => ({ ...body, headers: [...headers.keys()] })
    expect(shown(known)).toEqual(shown(unknown))
    await Promise.all([known.done, unknown.done])
    expect((await service.mails(1)).map(({ to }) => to)).toEqual([['ada@example.com']])
  })

  test('cannot be used by strangers to use up all mails of the day', async () => {
    const { realm, service, invite } = await scene()
    env.MAIL_DAILY = '10'
    for (let number = 1; number <= 6; number += 1) {
      await realm.user(`person${number}`)
      await askForReset(realm, `person${number}@example.com`)
    }

    expect(await service.mails(5)).toHaveLength(5)
    expect(await mailOf(realm)).toMatchObject({ used: 5, left_out: 1 })
    expect(await invite('gus@example.com')).toMatchObject([{ is_mailed: true }])
  })

  test('gets a link by mail if an administrator wants so, and only then', async () => {
    const { realm, service } = await scene()
    const ada = await realm.user('ada')

    expect(await realm.owner.post(`/users/${ada.id}/password_reset`)).toMatchObject({ is_mailed: false })
    const { reset_url, is_mailed } = await realm.owner.post(`/users/${ada.id}/password_reset`, { by_mail: true })

    const [mail] = await service.mails(1)
    expect([is_mailed, linkIn(mail!)]).toEqual([true, reset_url])
    expect(mail!.text).toContain('Olga Owner')
    expect(await service.mails()).toHaveLength(1)
  })
})

describe('a new address', () => {
  test('is confirmed by the mail that it gets, and the former one is told', async () => {
    const { realm, service } = await scene()
    const ada = await realm.user('ada')

    await ada.patch('/settings', { email: 'ada@new.example.com' })
    const [confirmation] = await service.mailsTo('ada@new.example.com', 1)
    // Its owner may be a stranger, if the address was mistyped.
    expect(confirmation!.text + confirmation!.html).not.toMatch(/Ada|ada@example\.com/)
    const confirmed = await request(realm.host, 'POST', '/confirm_email', {
      params: { token: keyOf(linkIn(confirmation!)) },
    })

    expect(confirmed).toMatchObject({ status: 200 })
    const [notice] = await service.mailsTo('ada@example.com', 2)
    expect(notice).toMatchObject({
      subject: 'Your email address was changed',
      text: expect.stringContaining('ada@new.example.com'),
    })
  })

  test('ends a link for a password that went to the former one', async () => {
    const { realm, service } = await scene()
    const ada = await realm.user('ada')
    await ada.patch('/settings', { email: 'ada@new.example.com' })
    const [confirmation] = await service.mails(1)
    await askForReset(realm, 'ada@example.com')
    const [link] = await service.mailsTo('ada@example.com', 2)

    await request(realm.host, 'POST', '/confirm_email', { params: { token: keyOf(linkIn(confirmation!)) } })

    expect(await confirmReset(realm, keyOf(linkIn(link!)))).toMatchObject({ status: 400 })
  })
})

const firefox = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0' }

const getKey = ({ realm, email }: Person, headers: Record<string, string>): Promise<Answer> =>
  request(realm.host, 'POST', '/fetch_api_key', { params: { username: email, password }, headers })

/** Somebody who joined two hours ago. */
async function newEarlierUser() {
  const { realm, service } = await scene()
  const person = await realm.user('ada')
  await realm.age(person, 2 * hour)
  await realm.evict()
  return { realm, service, person }
}

describe('a login', () => {
  test('from a program that has no key yet is told, and from one that has a key is not', async () => {
    const { service, person } = await newEarlierUser()

    expect(await getKey(person, { 'User-Agent': 'curl/8.0' })).toMatchObject({ status: 200 })
    expect(await getKey(person, { 'User-Agent': 'curl/8.1' })).toMatchObject({ status: 200 })
    expect(await getKey(person, { 'User-Agent': 'zulip-terminal/1' })).toMatchObject({ status: 200 })

    const mails = await service.mails(2)
    expect(mails.map(({ to, subject }) => [to[0], subject.startsWith('New login to Realm')])).toEqual([
      ['ada@example.com', true],
      ['ada@example.com', true],
    ])
    expect(mails[0]!.text).toContain('Device: curl\n')
    expect(linkIn(mails[0]!)).toMatch(/\/#settings\/sessions$/)
  })

  test('of a new browser is mailed unless it logged in before', async () => {
    const { realm, service, person } = await newEarlierUser()

    const browser = await logIn(realm.host, person.email, password)
    await browser.ask('POST', '/session', { username: person.email, password })
    await logIn(realm.host, person.email, password)

    expect(await service.mails(2)).toHaveLength(2)
  })

  test('is no longer mailed to people who unsubscribe by the address in the mail', async () => {
    const { realm, service, person } = await newEarlierUser()
    await getKey(person, firefox)
    const [mail] = await service.mails(1)
    const { 'List-Unsubscribe': address, 'List-Unsubscribe-Post': body } = mail!.headers
    const url = /^<(.+)>$/.exec(address!)![1]!
    expect(mail!.text).toContain(`Unsubscribe: ${url}`)

    const answer = await reach(realm.host, new URL(url).pathname, { method: 'POST', body: new URLSearchParams(body) })
    await answer.text()
    await getKey(person, { 'User-Agent': 'curl/8.0' })

    expect(answer.status).toBe(200)
    expect((await person.post('/register'))['user_settings']).toMatchObject({ enable_login_emails: false })
    expect(await service.mails(1)).toHaveLength(1)
  })

  test('is not told to those who do not want it, who have just joined, or who have just set their password by a link', async () => {
    const { realm, service, person } = await newEarlierUser()
    const bo = await realm.user('bo')
    await getKey(bo, firefox)
    await person.patch('/settings', { enable_login_emails: false })
    await getKey(person, firefox)
    await person.patch('/settings', { enable_login_emails: true })
    await askForReset(realm, person.email)
    const [link] = await service.mails(1)
    await confirmReset(realm, keyOf(linkIn(link!)), { new_password: password })
    await getKey(person, firefox)

    after(hour)
    await getKey(bo, { 'User-Agent': 'curl/8.0' })

    expect((await service.mails(2)).map(({ to }) => to[0])).toEqual(['ada@example.com', 'bo@example.com'])
  })
})

describe('imported people', () => {
  test('get their links by mail only if an owner wants so', async () => {
    const service = new MailService()
    const begun = await TestImport.of((owner) => smallChapters(owner))
    const user_ids = [begun.here(11)]

    expect((await begun.owner.post('/import/claims', { user_ids }))['links']).toMatchObject([{ is_mailed: false }])
    const { links } = await begun.owner.post('/import/claims', { user_ids, by_mail: true })

    const [mail] = await service.mails(1)
    expect(links).toEqual([{ user_id: user_ids[0], url: linkIn(mail!), is_mailed: true }])
    expect(mail!.to).toEqual(['user11@old.example.com'])
    expect(await service.mails()).toHaveLength(1)
  })
})

describe('a service that cannot take a mail now', () => {
  const busy = { status: 503 }

  test('gets it a minute later, as the same mail', async () => {
    const { realm, service, invite } = await scene(new MailService([busy, {}]))
    await invite('gus@example.com')
    await untilQueued(realm, 1)

    after(59)
    await realm.ringAlarm()
    expect(await service.mails()).toHaveLength(1)
    after(2)
    await realm.ringAlarm()

    const keys = await service.keys(2)
    expect(keys[0]).toBe(keys[1])
    await untilQueued(realm)
    expect(await mailOf(realm)).toMatchObject({ used: 1, failures: { deferred: 1 } })
  })

  test.each<[string, (realm: TestRealm, ada: Person) => Promise<unknown>, string[]]>([
    ['its account', async (realm, ada) => realm.deactivate(ada), ['gus@example.com']],
    ['the organization', async ({ owner }) => owner.post('/realm/deactivate'), []],
  ])('gets no mail that waits once %s was deactivated', async (_, deactivate, receivers) => {
    const { realm, service, invite } = await scene(new MailService([busy, busy, {}]))
    const ada = await realm.user('ada')
    await askForReset(realm, 'ada@example.com')
    await untilQueued(realm, 1)
    await invite('gus@example.com')
    await untilQueued(realm, 1, 1)
    await deactivate(realm, ada)

    after(61)
    await realm.ringAlarm()

    await untilQueued(realm)
    expect((await service.mails()).slice(2).map(({ to }) => to[0])).toEqual(receivers)
    if (receivers.length > 0) expect(await mailOf(realm)).toMatchObject({ failures: { deferred: 2 } })
  })

  test('gets it again for hours, but no link that has expired', async () => {
    const { realm, service, invite } = await scene(new MailService([busy]))
    await realm.user('ada')
    await invite('gus@example.com')
    await askForReset(realm, 'ada@example.com')
    await untilQueued(realm, 1, 1)
    const attempts = [[2, 2], [3, 3], [4], [5], []]
    for (const [index, wait] of [61, 301, 1801, 7201, 21_601].entries()) {
      after(wait)
      await realm.ringAlarm()
      await untilQueued(realm, ...attempts[index]!)
    }

    const receivers = (await service.mails(10)).map(({ to }) => to[0])
    expect(receivers.filter((to) => to === 'gus@example.com')).toHaveLength(6)
    // After a minute, 6 minutes and 36 minutes. The fifth attempt would come after more than an hour.
    expect(receivers.filter((to) => to === 'ada@example.com')).toHaveLength(4)
  })

  test.each([
    [401, 'login_refused', [1]],
    [403, 'sender_refused', [1]],
    [413, 'mail_refused', []],
    [429, 'deferred', [1]],
    [500, 'deferred', [1]],
  ])('says why by the status %i: %s', async (status, reason, waiting) => {
    const { realm, invite } = await scene(new MailService([{ status }]))

    await invite('gus@example.com')

    await vi.waitFor(async () => expect(await mailOf(realm)).toMatchObject({ failures: { [reason]: 1 } }))
    await untilQueued(realm, ...waiting)
  })

  test('is not asked again about what it refused', async () => {
    const { realm, service, invite } = await scene(new MailService([{ status: 422 }]))
    await invite('gus@example.com')
    await service.mails(1)
    await untilQueued(realm)

    after(day / 2)
    await realm.ringAlarm()

    expect(await service.mails()).toHaveLength(1)
  })
})

describe('the mails of a day', () => {
  test('are kept for what is needed most, and owners are told once', async () => {
    const { realm, service, invite } = await scene()
    env.MAIL_DAILY = '10'
    const ada = await realm.user('ada')

    const invitations = await invite(Array.from({ length: 12 }, (_, index) => `guest${index}@example.com`).join())
    await invite('late@example.com')
    await realm.owner.post(`/users/${ada.id}/password_reset`, { by_mail: true })
    const beyond = await realm.owner.post(`/users/${ada.id}/password_reset`, { by_mail: true })

    expect(invitations.map(({ is_mailed }) => is_mailed)).toEqual([
      ...Array<boolean>(9).fill(true),
      false,
      false,
      false,
    ])
    expect(beyond).toMatchObject({ is_mailed: false })
    expect(await service.mails(10)).toHaveLength(10)
    expect(await mailOf(realm)).toMatchObject({ daily_limit: 10, used: 10, left_out: 5 })
    expect(await noticesAboutMail(realm.owner)).toHaveLength(1)

    after(day)
    expect(await invite('tomorrow@example.com')).toMatchObject([{ is_mailed: true }])
    expect(await mailOf(realm)).toMatchObject({ used: 1, left_out: 0 })
  })

  test('are not for one person, who gets a quarter', async () => {
    const { realm, invite } = await scene()
    env.MAIL_DAILY = '8'
    const ada = await realm.user('ada')
    await ada.subscribe('harbour')

    const invitations = await invite('a@example.com, b@example.com, c@example.com', ada)

    expect(invitations.map(({ is_mailed }) => is_mailed)).toEqual([true, true, false])
    expect(await invite('d@example.com')).toMatchObject([{ is_mailed: true }])
  })
})
