/** What operators configure for mail, and what they are told if it is wrong. */
import { expect, test } from 'vitest'
import { mailSetup } from '../../src/mail/setup.ts'

const setupOf = (settings: Record<string, string>) =>
  mailSetup({ MAIL_FROM: 'chat@example.com', ...settings } as unknown as Env)

const server = (url: string) => {
  const setup = setupOf({ SMTP_URL: url })
  if (setup === null || 'problem' in setup || setup.transport.name !== 'smtp') return setup
  return setup.transport.server
}

test('an address of a mail server says where it is, how it is encrypted, and who logs in', () => {
  expect(server('smtps://ada%40example.com:p%3Ass@mail.example.com')).toEqual({
    host: 'mail.example.com',
    port: 465,
    tls: 'immediate',
    login: { user: 'ada@example.com', password: 'p:ss' },
  })
  expect(server('smtp://mail.example.com:2587')).toEqual({
    host: 'mail.example.com',
    port: 2587,
    tls: 'required',
    login: null,
  })
  expect(server('smtp://[::1]:2525?tls=off')).toEqual({ host: '::1', port: 2525, tls: 'off', login: null })
})

test.each([
  ['smtp://mail.example.com:25', /port 25/],
  ['smtps://mail.example.com:25', /port 25/],
  ['smtp://mail.example.com:587?tls=off', /on this machine only/],
  ['smtps://localhost:465?tls=off', /on this machine only/],
  ['https://mail.example.com', /SMTP_URL is no address/],
  ['mail.example.com:587', /SMTP_URL is no address/],
  ['smtps://user:100%@mail.example.com', /%25/],
])('%s is refused in words for the operator, without the password', (url, problem) => {
  const setup = setupOf({ SMTP_URL: url.replace('://mail', '://user:secret@mail') })
  expect(setup).toEqual({ problem: expect.stringMatching(problem) })
  expect(JSON.stringify(setup)).not.toMatch(/secret|100%/)
})

test.each([
  ['chat@example.com', { address: 'chat@example.com', name: null }],
  ['Harbour <chat@example.com>', { address: 'chat@example.com', name: 'Harbour' }],
  ['"Harbour, master" <chat@example.com>', { address: 'chat@example.com', name: 'Harbour, master' }],
  ['<chat@example.com>', { address: 'chat@example.com', name: null }],
])('the sender %s', (MAIL_FROM, from) => expect(setupOf({ RESEND_API_KEY: 're_1', MAIL_FROM })).toMatchObject({ from }))

test.each([
  '',
  'chat',
  'Harbour <chat>',
  'a@example.com, b@example.com',
  'Harbour <a@example.com>\r\nBcc: b@example.com',
])('the sender %j is none', (MAIL_FROM) =>
  expect(setupOf({ RESEND_API_KEY: 're_1', MAIL_FROM })).toEqual({ problem: expect.stringMatching(/^MAIL_FROM/) }),
)

test('of several ways the mail server comes first, then the binding; without any, there is no mail', () => {
  const all = { SMTP_URL: 'smtps://mail.example.com', MAIL: {} as never, RESEND_API_KEY: 're_1' }
  const names = [all, { ...all, SMTP_URL: '' }, { RESEND_API_KEY: 're_1' }].map((settings) => {
    const setup = setupOf(settings)
    return setup !== null && 'transport' in setup && setup.transport.name
  })
  expect(names).toEqual(['smtp', 'cloudflare', 'resend'])
  expect(setupOf({})).toBeNull()
})
