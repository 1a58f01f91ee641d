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

async function post(origin: string, path: string, params: Record<string, string>): Promise<void> {
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', body: new URLSearchParams(params) })
  expect(response.status).toBe(200)
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

test('an invitation and a new password come by mail, and no link is passed on by hand', async () => {
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
  await post(origin, '/realm', {
    realm_name: 'Harbour Works',
    string_id: 'harbour',
    owner_full_name: 'Olga Owner',
    owner_email: 'olga@example.com',
    owner_password: password,
  })
  const browser = await chromium.launch(await launchOptions())
  onTestFinished(() => browser.close())
  const pageOf = async (): Promise<Page> => (await browser.newContext({ locale: 'en-GB' })).newPage()

  const owners = await pageOf()
  await owners.goto(`${origin}/login`)
  await write(owners, 'Email', 'olga@example.com')
  await write(owners, 'Password', password)
  await press(owners, 'Log in')
  await owners.getByRole('banner').getByText('Harbour Works').waitFor()
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
