/** Addresses that are refused for good. The platform's binding says why it refuses; it is played here, because it is not ours. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'
import { failedAttempts } from '../kit/services'

afterEach(() => {
  delete env.MAIL
  delete env.MAIL_FROM
})

/** A binding that refuses all mails to some addresses, each with a code. Returns the addresses to which mails were sent. */
function binding(codes: Readonly<Record<string, string>>): string[] {
  const addresses: string[] = []
  env.MAIL_FROM = 'chat@mail.example'
  env.MAIL = {
    async send({ to }: EmailMessage) {
      addresses.push(to)
      if (codes[to] !== undefined) throw Object.assign(new Error('No'), { code: codes[to] })
      return { messageId: '<1@mail.example>' }
    },
  } as SendEmail
  return addresses
}

/** Waits until all mails were sent or refused. The first one loads what writes mails, which takes a while. */
const waitForJobs = (realm: TestRealm): Promise<void> =>
  vi.waitFor(async () => expect(await failedAttempts(realm)).toEqual([]), 20_000)

const mailOf = async (owner: Person): Promise<Answer> => (await owner.get('/realm/usage'))['mail'] as Answer

test('an address that was refused three times gets no mails for a month, until its account has another one', async () => {
  const addresses = binding({ 'ada@example.com': 'E_RECIPIENT_SUPPRESSED' })
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const sendLink = async (): Promise<unknown> => {
    const { is_mailed } = await realm.owner.post(`/users/${ada.id}/password_reset`, { by_mail: true })
    await waitForJobs(realm)
    return is_mailed
  }

  expect([await sendLink(), await sendLink(), await sendLink(), await sendLink()]).toEqual([true, true, true, false])
  expect(addresses).toEqual(Array<string>(3).fill('ada@example.com'))
  expect(await mailOf(realm.owner)).toMatchObject({ transport: 'cloudflare', failures: { address_refused: 3 } })

  await ada.patch('/settings', { email: 'ada@new.example.com' })
  const { email_changes } = await realm.owner.get('/realm/email_changes')
  const token = (email_changes as { confirmation_url: string }[])[0]!.confirmation_url.split('/').at(-1)
  await realm.owner.post('/confirm_email', { token })
  expect(await sendLink()).toBe(true)
  expect(addresses.at(-1)).toBe('ada@new.example.com')
})

test('what the sender is to blame for does not count against the address', async () => {
  binding({ 'ada@example.com': 'E_SENDER_NOT_VERIFIED' })
  const realm = await newRealm()
  const ada = await realm.user('ada')

  for (const number of [1, 2, 3, 4]) {
    const { is_mailed } = await realm.owner.post(`/users/${ada.id}/password_reset`, { by_mail: true })
    expect([number, is_mailed]).toEqual([number, true])
    await waitForJobs(realm)
  }

  expect(await mailOf(realm.owner)).toMatchObject({ failures: { sender_refused: 4 } })
})
