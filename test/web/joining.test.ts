import { inject, describe, expect, test } from 'vitest'
import { createWire } from '../../client/index.ts'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { newContext } from './kit/browser.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, password } from './kit/organization.ts'
import { setupToken } from './kit/setup-token.ts'
import type { Page } from 'playwright-core'

const harbour = await Organization.found()
const general = (await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })).stream_id

/** The path of an invitation to one address, or to many. */
async function createInvitation(email?: string): Promise<string> {
  const { wire } = harbour.owner
  const link =
    email === undefined
      ? (await wire.ask('POST /invites/multiuse', { stream_ids: [general] })).invite_link
      : (await wire.ask('POST /invites', { invitee_emails: email, stream_ids: [general] })).invitations[0]!.link_url
  return new URL(link).pathname
}

const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name }).fill(text)
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const frame = (page: Page) => page.getByRole('navigation', { name: 'Streams' })

describe('somebody with an invitation', () => {
  test('is told in their language why they are refused', async () => {
    await using own = await harbour.page(await createInvitation(), { locale: 'de' })
    await heading(own.page, 'Harbour Works beitreten').waitFor()
    await fill(own.page, 'Dein Name', 'Nora Newman')
    await fill(own.page, 'E-Mail', harbour.owner.email)
    await fill(own.page, 'Passwort', 'x')
    provokes(refusalLine(400, '/join'))
    await own.page.getByRole('button', { name: 'Beitreten' }).click()
    await own.page.getByRole('alert').getByText('Dieses Passwort ist zu leicht zu erraten.').waitFor()
    await fill(own.page, 'Passwort', password)
    provokes(refusalLine(400, '/join'))
    await own.page.getByRole('button', { name: 'Beitreten' }).click()
    await own.page.getByRole('alert').getByText('Ein anderes Konto hat diese E-Mail-Adresse schon.').waitFor()
  })

  test('is told who invited them to what, joins, and begins', async () => {
    await using own = await harbour.page(await createInvitation())
    await heading(own.page, 'Join Harbour Works').waitFor()
    await own.page.getByText('Olga Owner invited you.').waitFor()
    await own.page.getByText('You’ll start in #general.').waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])

    await fill(own.page, 'Your name', 'Nora Newman')
    await fill(own.page, 'Email', 'nora@example.com')
    provokes(refusalLine(400, '/join'))
    await fill(own.page, 'Password', 'x')
    await own.page.getByRole('button', { name: 'Join' }).click()
    await own.page.getByRole('alert').getByText('This password is too easy to guess.').waitFor()
    expect(await own.page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Nora Newman')
    await fill(own.page, 'Password', password)
    await own.page.getByRole('button', { name: 'Join' }).click()

    await frame(own.page).getByRole('link', { name: 'general' }).waitFor()
    expect(new URL(own.page.url()).pathname).toBe('/')
    const steps = own.page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Say hello' }).waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await own.page.setViewportSize({ width: 390, height: 844 })
    expect(await violationsInBothThemes(own.page)).toEqual([])

    const isSet = own.page.waitForResponse((response) => response.url().endsWith('/users/me/avatar'))
    await own.page.getByLabel('Choose picture').setInputFiles('public/icons/192.png')
    await steps.getByRole('button', { name: 'Use picture' }).click()
    expect((await isSet).status()).toBe(200)
    await steps.getByRole('button', { name: 'Choose picture' }).waitFor({ state: 'detached' })
    await steps.getByRole('button', { name: 'Skip: Browse streams' }).click()
    await steps.getByRole('button', { name: 'Show streams' }).waitFor({ state: 'detached' })
    await own.page.reload()
    await steps.getByRole('button', { name: 'Say hello' }).waitFor()
    expect(await steps.getByRole('button').count()).toBe(3)
    await steps.getByRole('button', { name: 'Close first steps' }).click()
    await steps.waitFor({ state: 'detached' })
  })

  test('has no key left but the session of the browser', async () => {
    await using own = await harbour.page(await createInvitation())
    await fill(own.page, 'Your name', 'Kim Keyless')
    await fill(own.page, 'Email', 'kim@example.com')
    await fill(own.page, 'Password', password)
    const ended = own.page.waitForResponse((response) => response.request().method() === 'DELETE')
    await own.page.keyboard.press('Enter')
    expect((await ended).status()).toBe(200)
    await frame(own.page).waitFor()
    const kinds = await own.page.evaluate(async () => {
      const answer = await fetch('/api/v1/users/me/sessions', { headers: { 'X-Requested-With': 'test' } })
      return ((await answer.json()) as { sessions: { kind: string }[] }).sessions.map(({ kind }) => kind)
    })
    expect(kinds).toEqual(['browser'])
  })

  test('writes no address that the invitation names', async () => {
    await using own = await harbour.page(await createInvitation('ida@example.com'))
    await own.page.getByText('ida@example.com').waitFor()
    expect(await own.page.getByRole('textbox', { name: 'Email' }).count()).toBe(0)
    await fill(own.page, 'Your name', 'Ida Invited')
    await fill(own.page, 'Password', password)
    await own.page.keyboard.press('Enter')
    await frame(own.page).waitFor()
  })

  test('is told that they are in already', async () => {
    const mika = await harbour.person('Mika Paso')
    await using own = await harbour.pageOf(mika)
    await own.page.goto(harbour.origin + (await createInvitation()))
    await own.page.getByText('You’re logged in to Harbour Works as Mika Paso.').waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await own.page.getByRole('button', { name: 'Log out and join as someone else' }).click()
    await own.page.getByRole('button', { name: 'Join' }).waitFor()
  })
})

test('a link that leads nowhere says why, and where to go', async () => {
  const { wire } = harbour.owner
  const used = await createInvitation('used@example.com')
  await wire.ask('POST /join', {
    invitation_key: used.split('/').at(-1)!,
    full_name: 'Una Used',
    email: 'used@example.com',
    password,
  })
  const revoked = await createInvitation('revoked@example.com')
  const { invites } = await wire.ask('GET /invites')
  await wire.ask('DELETE /invites/{invite_id}', {
    invite_id: invites.find(({ email }) => email === 'revoked@example.com')!.id,
  })
  await using own = await harbour.page('/join/nothing')
  provokes(refusalLine(400, '/password_reset'))
  for (const [path, title] of [
    ['/join/nothing', 'Invitation not found'],
    [used, 'This invitation was already used'],
    [revoked, 'This invitation was revoked'],
    ['/join', 'You need an invitation'],
    ['/reset/nothing', 'This link no longer works'],
    ['/new', 'Create an organization'],
  ] as const) {
    await own.page.goto(harbour.origin + path)
    await heading(own.page, title).waitFor()
    expect(await violationsInBothThemes(own.page), path).toEqual([])
  }
  await own.page.goto(`${harbour.origin}/join/nothing`)
  await own.page.getByRole('link', { name: 'Go to login' }).click()
  await heading(own.page, 'Log in').waitFor()
})

test('whoever needs no invitation joins from the login', async () => {
  const open = await Organization.found('Open Pier')
  await open.owner.wire.ask('PATCH /realm', { invite_required: false })
  await using own = await open.page('/login')
  await own.page.getByRole('link', { name: 'New here? Join' }).click()
  await fill(own.page, 'Your name', 'Otto Open')
  await fill(own.page, 'Email', 'otto@example.com')
  await fill(own.page, 'Password', password)
  await own.page.getByRole('button', { name: 'Join' }).click()
  await frame(own.page).waitFor()
})

test('a closed organization says so to whoever follows an invitation, and to whoever was in', async () => {
  const closing = await Organization.found('Closing Time')
  const link = (await closing.owner.wire.ask('POST /invites/multiuse', {})).invite_link
  await using inside = await closing.pageOf(closing.owner)
  await using own = await closing.page('/login')
  await closing.owner.wire.ask('POST /realm/deactivate')
  await inside.page.getByRole('alert').getByText('This organization is closed.').waitFor()
  provokes(refusalLine(401, '/join'))
  await own.page.goto(link)
  await heading(own.page, 'This organization is closed').waitFor()
})

/** Where an organization of this name would be. */
const at = (name: string) => `http://${name}.localhost:${inject('port')}`

describe('at an address without an organization', () => {
  test('one is founded, by whoever has the setup token', async () => {
    await using context = await newContext()
    const page = await context.newPage()
    provokes(refusalLine(404, '/server_settings'), refusalLine(400, '/realm'))
    await page.goto(at('lighthouse'))
    await heading(page, 'No organization at this address').waitFor()
    await page.getByRole('link', { name: 'Create an organization here' }).click()
    await fill(page, 'Organization name', 'Lighthouse')
    await fill(page, 'Your name', 'Lena Light')
    await fill(page, 'Email', 'lena@example.com')
    await fill(page, 'Password', password)
    await fill(page, 'Setup token', 'wrong')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('alert').getByText('This isn’t the setup token').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await fill(page, 'Setup token', setupToken)
    const region = page.getByRole('combobox', { name: 'Where most of your team is' })
    // What the development server says of every request.
    expect(await region.inputValue()).toBe('enam')
    await region.selectOption('Australia and Oceania')
    const founding = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/realm'))
    await page.getByRole('button', { name: 'Create organization' }).click()
    expect((await founding).postData()).toContain('region=oc')
    await frame(page).getByRole('link', { name: 'general' }).waitFor()
    expect(new URL(page.url()).host).toBe(new URL(at('lighthouse')).host)

    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Show code' }).click()
    await steps.getByRole('img', { name: `QR code for ${at('lighthouse')}` }).waitFor()
    await steps.getByRole('button', { name: 'Create link' }).click()
    expect(await steps.getByRole('textbox', { name: 'Invitation link' }).inputValue()).toContain(
      `${at('lighthouse')}/join/`,
    )
    expect(await violationsInBothThemes(page)).toEqual([])
    await steps.getByRole('button', { name: 'Create', exact: true }).click()
    await frame(page).getByRole('link', { name: 'projects' }).waitFor()
  })

  test('people send by Enter, take back their own messages, and read times as in their language', async () => {
    await using context = await newContext({ locale: 'de-DE' })
    const page = await context.newPage()
    provokes(refusalLine(404, '/server_settings'))
    await page.goto(`${at('leuchtturm')}/new`)
    await fill(page, 'Name der Organisation', 'Leuchtturm')
    await fill(page, 'Dein Name', 'Lena Licht')
    await fill(page, 'E-Mail', 'lena@example.com')
    await fill(page, 'Passwort', password)
    await fill(page, 'Einrichtungsschlüssel', setupToken)
    await page.getByRole('button', { name: 'Organisation gründen' }).click()
    await page.getByRole('banner').waitFor()
    const api_key = await page.evaluate(async (secret) => {
      const body = new URLSearchParams({ username: 'lena@example.com', password: secret })
      const answer = await fetch('/api/v1/fetch_api_key', { method: 'POST', body })
      return ((await answer.json()) as { api_key: string }).api_key
    }, password)
    const credentials = { email: 'lena@example.com', key: api_key }
    const { ask } = createWire({ site: at('leuchtturm'), credentials, fetch: fetchLocally })
    expect(await ask('POST /register')).toMatchObject({
      realm_delete_own_message_policy: 5,
      realm_message_content_delete_limit_seconds: 86_400,
      user_settings: { enter_sends: true, twenty_four_hour_time: true },
      realm_user_settings_defaults: { enter_sends: true, twenty_four_hour_time: true },
    })
    const { invite_link } = await ask('POST /invites/multiuse')

    await using other = await newContext({ locale: 'en-US' })
    const joining = await other.newPage()
    await joining.goto(invite_link)
    await fill(joining, 'Your name', 'Nora Newman')
    await fill(joining, 'Email', 'nora@example.com')
    await fill(joining, 'Password', password)
    await joining.getByRole('button', { name: 'Join' }).click()
    await joining.getByRole('banner').waitFor()
    await frame(joining).getByRole('link', { name: 'general' }).click()
    await joining.getByRole('combobox', { name: 'Topic' }).fill('slips')
    await joining.getByRole('textbox', { name: 'Message', exact: true }).fill('A slip')
    await joining.keyboard.press('Enter')
    const slip = joining.getByRole('article').filter({ hasText: 'A slip' })
    expect(await slip.getByRole('time').first().textContent()).toMatch(/AM|PM/)
    await slip.hover()
    await slip.getByRole('button', { name: 'More actions' }).click()
    await joining.getByRole('menuitem', { name: 'Delete' }).waitFor()
  })

  test('it is founded at another one where the address is chosen', async () => {
    await using context = await newContext()
    const page = await context.newPage()
    await page.goto(`http://localhost:${inject('port')}/new`)
    await fill(page, 'Organization name', 'Fährhaus Süd')
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('fahrhaus-sud')
    await fill(page, 'Your name', 'Fenja Falk')
    await fill(page, 'Email', 'fenja@example.com')
    await fill(page, 'Password', password)
    await fill(page, 'Setup token', setupToken)
    await page.keyboard.press('Enter')
    await heading(page, 'Log in').waitFor()
    expect(new URL(page.url()).hostname).toBe('fahrhaus-sud.localhost')
  })
})
