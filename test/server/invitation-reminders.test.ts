/** Reminders of invitations that nobody has accepted. */
import { afterEach, expect, test, vi } from 'vitest'
import { StoredAgenda } from '../../src/core/turn/agenda'
import { newRealm, password, request, type Person, type TestRealm } from '../kit'
import { linkIn, MailService } from '../kit/mail-service'
import { ringAlarm } from '../kit/scheduling'

const day = 24 * 3600

/** So far in the future that the runtime's own clock triggers no alarm. */
const start = Date.UTC(2040, 0, 10) / 1000

afterEach(() => {
  vi.useRealTimers()
  MailService.end()
})

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time * 1000 })

async function scene() {
  at(start)
  const service = new MailService()
  const realm = await newRealm()
  const { id: stream_id } = await realm.stream('harbour')
  const invite = async (email: string, days: number | null = 10, by: Person = realm.owner): Promise<string> => {
    const params = { invitee_emails: email, stream_ids: [stream_id], invite_expires_in_days: days }
    const { invitations } = await by.post('/invites', params)
    return invitations[0].link_url as string
  }
  return { realm, service, invite }
}

/** When the reminders on the agenda are due, in days after the start. */
const readDues = (realm: TestRealm): Promise<number[]> =>
  realm.inObject((_, { storage }) =>
    [...new StoredAgenda(storage.sql).items()]
      .flatMap(({ key, due }) => (key.startsWith('invitation reminder:') ? (due - start) / day : []))
      .toSorted((one, other) => one - other),
  )

async function daysLater(realm: TestRealm, days: number): Promise<void> {
  at(start + days * day + 1)
  await ringAlarm(realm)
}

test('one comes two days before the end, with the link of the invitation', async () => {
  const { realm, service, invite } = await scene()
  await realm.set({ default_language: 'de' })
  const link = await invite('gus@example.com')
  await service.mails(1)

  await daysLater(realm, 7.9)
  expect(await service.mails(1)).toHaveLength(1)
  await daysLater(realm, 8)

  const [, reminder] = await service.mails(2)
  expect(reminder).toMatchObject({
    to: ['gus@example.com'],
    subject: expect.stringMatching(/^Erinnerung: Olga Owner hat dich zu Realm \d+ eingeladen$/),
  })
  expect(linkIn(reminder!)).toBe(link)
  await daysLater(realm, 9)
  expect(await service.mails(2)).toHaveLength(2)
})

test('short times have theirs after a half; a day has one, and no end has none', async () => {
  const { realm, invite } = await scene()
  await invite('three@example.com', 3)
  await invite('one@example.com', 1)
  await invite('never@example.com', null)

  expect(await readDues(realm)).toEqual([0.5, 1.5])
})

test('none comes when the invitation was accepted, taken back or replaced, or its inviter is gone', async () => {
  const { realm, service, invite } = await scene()
  const ada = await realm.user('ada', { role: 200 })
  const link = await invite('joined@example.com')
  await invite('revoked@example.com')
  await invite('orphan@example.com', 10, ada)
  await invite('resent@example.com')
  const invitation_key = link.split('/').at(-1)!
  const params = { invitation_key, email: 'joined@example.com', full_name: 'Jo', password }
  expect((await request(realm.host, 'POST', '/join', { params })).msg).toBe('')
  const { invites } = await realm.owner.get('/invites')
  const idOf = (email: string) => (invites as { id: number; email: string }[]).find((one) => one.email === email)!.id
  await realm.owner.delete(`/invites/${idOf('revoked@example.com')}`)
  await realm.deactivate(ada)
  at(start + day)
  const { link_url } = await realm.owner.post(`/invites/${idOf('resent@example.com')}/resend`)
  await service.mails(5)

  await daysLater(realm, 8)
  await daysLater(realm, 9)

  const reminders = (await service.mails(6)).filter(({ subject }) => subject.startsWith('Reminder'))
  expect(reminders.map((mail) => [mail.to[0], linkIn(mail)])).toEqual([['resent@example.com', link_url]])
  expect(await readDues(realm)).toEqual([])
})

test('none comes when the organization was deactivated', async () => {
  const { realm, service, invite } = await scene()
  await invite('gus@example.com')
  await service.mails(1)
  await realm.owner.post('/realm/deactivate')

  await daysLater(realm, 8)

  expect(await readDues(realm)).toEqual([])
  expect(await service.mails(1)).toHaveLength(1)
})

test('none is planned where no mail is sent', async () => {
  const { realm, invite } = await scene()
  MailService.end()
  await invite('gus@example.com')
  expect(await readDues(realm)).toEqual([])
})

test('many come one after the other', async () => {
  const { realm, service, invite } = await scene()
  for (let index = 0; index < 25; index += 1) await invite(`gus${index}@example.com`)
  await service.mails(25)

  await daysLater(realm, 8)
  await service.mails(45)
  await ringAlarm(realm)

  const reminders = (await service.mails(50)).filter(({ subject }) => subject.startsWith('Reminder'))
  expect(new Set(reminders.map(({ to }) => to[0])).size).toBe(25)
})
