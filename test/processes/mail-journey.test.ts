/** People who are invited and forget their password, on a server that sends mail, in browsers and their mailboxes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { launchOptions } from '../../dev/run/browser.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { MailServer } from '../kit/mail-servers.ts'

const password = 'tern-otter-seal'

type Fields = Record<string, string>

/** A request of the API. `login`: address and key, if an account asks. */
async function ask(method: string, url: string, params: Fields, login?: readonly string[]): Promise<Fields> {
  const headers = login === undefined ? {} : { Authorization: `Basic ${btoa(login.join(':'))}` }
  const response = await fetch(url, { method, headers, body: new URLSearchParams(params) })
  expect(response.status).toBe(200)
  return response.json<Fields>()
}

const write = (page: Page, name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Goes where the button of the newest mail leads. */
async function open(page: Page, mailbox: MailServer, count: number): Promise<string> {
  await mailbox.atLeast(count)
  const mail = (await mailbox.parsed())[count - 1]!
  await page.goto(/https?:\/\/\S+/.exec(mail.text!)![0])
  return mail.subject!
}

/** A server that sends mail, with an organization, and browsers. */
async function harbour() {
  const [mailbox, port, state] = [await MailServer.start(), await freePort(), mkdtempSync(join(tmpdir(), 'rivulet-'))]
  const variables = [
    'SCRYPT_COST:1',
    `SMTP_URL:smtp://127.0.0.1:${mailbox.port}?tls=off`,
    'MAIL_FROM:chat@harbour.example',
  ]
  const server = await ServerProcess.start(port, state, '--empty', ...variables.flatMap((one) => ['--var', one]))
  onTestFinished(async () => {
    await server.stop()
    rmSync(state, { recursive: true })
  })
  const origin = `http://localhost:${port}`
  await ask('POST', `${origin}/api/v1/realm`, {
    realm_name: 'Harbour Works',
    string_id: 'harbour',
    owner_full_name: 'Olga Owner',
    owner_email: 'olga@example.com',
    owner_password: password,
  })
  const browser = await chromium.launch(await launchOptions())
  onTestFinished(() => browser.close())
  const pageOf = async (): Promise<Page> => (await browser.newContext({ locale: 'en-GB' })).newPage()
  return { origin, mailbox, pageOf }
}

async function logIn(page: Page, email: string): Promise<void> {
  await write(page, 'Email', email)
  await write(page, 'Password', password)
  await press(page, 'Log in')
  await page.getByRole('banner').getByText('Harbour Works').waitFor()
}

test('an invitation and a new password come by mail, and no link is passed on by hand', async () => {
  const { origin, mailbox, pageOf } = await harbour()
  const owners = await pageOf()
  await owners.goto(`${origin}/login`)
  await logIn(owners, 'olga@example.com')
  await owners.goto(`${origin}/#invite`)
  await owners.getByRole('radio', { name: 'One link per person' }).check()
  await write(owners, 'Emails', 'nora@example.com')
  await press(owners, 'Send invitations')
  await owners.getByText('Sent to nora@example.com').waitFor()
  expect(await owners.getByRole('textbox', { name: 'Link for nora@example.com' }).count()).toBe(0)

  const theirs = await pageOf()
  expect(await open(theirs, mailbox, 1)).toBe('Olga Owner invited you to Harbour Works')
  await theirs.getByText('Olga Owner invited you.').waitFor()
  await write(theirs, 'Your name', 'Nora Newman')
  await write(theirs, 'Password', password)
  await press(theirs, 'Join')
  await theirs.getByRole('banner').getByText('Harbour Works').waitFor()
  await theirs.goto(`${origin}/#settings/notifications`)
  await theirs.getByRole('checkbox', { name: 'Logins on new devices' }).waitFor()

  const forgetful = await pageOf()
  await forgetful.goto(`${origin}/login`)
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click()
  await write(forgetful, 'Email', 'nora@example.com')
  await press(forgetful, 'Request link')
  await forgetful.getByRole('status').getByText('a link is on its way').waitFor()
  expect(await open(forgetful, mailbox, 2)).toBe('Set a new password')
  await forgetful.getByText('for Nora Newman, Harbour Works').waitFor()

  await theirs.goto(`${origin}/#settings/account`)
  await write(theirs, 'New email address', 'nora@new.example.com')
  await press(theirs, 'Change email address')
  await theirs.getByText('the email that was sent there').waitFor()
  expect(await open(theirs, mailbox, 3)).toBe('Confirm your new email address')

  await owners.goto(`${origin}/#organization/usage`)
  await owners.getByText('Sent today: 3 of 90').waitFor()
})

test('what somebody missed comes by mail, and its button leads to the message; texts stay away if wanted', async () => {
  const { origin, mailbox, pageOf } = await harbour()
  const keyOf = async (username: string): Promise<readonly string[]> => {
    const { api_key } = await ask('POST', `${origin}/api/v1/fetch_api_key`, { username, password })
    return [username, api_key!]
  }
  const olga = await keyOf('olga@example.com')
  const person = { email: 'nora@example.com', full_name: 'Nora Newman', password }
  const { user_id } = await ask('POST', `${origin}/api/v1/users`, person, olga)
  const nora = await keyOf('nora@example.com')
  const period = { email_notifications_batching_period_seconds: '1' }
  await ask('PATCH', `${origin}/api/v1/settings`, period, nora)
  const message = { type: 'private', to: `[${user_id}]` }

  await ask('POST', `${origin}/api/v1/messages`, { ...message, content: 'The **ferry** leaves at noon' }, olga)

  const theirs = await pageOf()
  expect(await open(theirs, mailbox, 1)).toBe('Direct messages with Olga Owner')
  const [mail] = await mailbox.parsed()
  expect(mail!.text).toContain('The ferry leaves at noon')
  expect(mail!.references).toBe(mail!.inReplyTo)
  await logIn(theirs, 'nora@example.com')
  await theirs.getByRole('article').getByText('leaves at noon').waitFor()

  await theirs.goto(/^Unsubscribe: (\S+)$/m.exec(mail!.text!)![1]!)
  await theirs.getByRole('button', { name: 'Unsubscribe' }).click()
  await theirs.getByText('You’re unsubscribed.').waitFor()
  await theirs.getByRole('button', { name: 'Subscribe again' }).click()
  await theirs.getByText('You’re subscribed again.').waitFor()

  await theirs.goto(`${origin}/#settings/notifications`)
  await theirs.getByRole('combobox', { name: 'Send after' }).selectOption('5 minutes')
  await theirs.getByRole('checkbox', { name: 'Show messages in emails' }).waitFor()
  await theirs.getByRole('checkbox', { name: 'Send emails for messages in ' }).first().waitFor()

  const owners = await pageOf()
  await owners.goto(`${origin}/login`)
  await logIn(owners, 'olga@example.com')
  await owners.goto(`${origin}/#organization/permissions`)
  await owners.getByRole('checkbox', { name: 'Show messages in emails' }).uncheck()
  await theirs.getByText('This organization doesn’t allow messages in emails.').waitFor()
  await theirs.getByText('This organization doesn’t send a weekly summary.').waitFor()
  await owners.getByRole('checkbox', { name: 'Send a weekly summary' }).check()
  await owners.getByRole('combobox', { name: 'Day of the weekly summary' }).selectOption('Friday')
  await theirs.getByRole('checkbox', { name: 'Send a weekly summary' }).uncheck()
  await expect
    .poll(async () => {
      const state = await ask('POST', `${origin}/api/v1/register`, {}, nora)
      const { user_settings, realm_digest_weekday } = state as Record<string, unknown>
      return [(user_settings as Record<string, unknown>)['enable_digest_emails'], realm_digest_weekday]
    })
    .toEqual([false, 4])
})
