import { inject, describe, expect, test } from 'vitest'
import { hindrancesInBothThemes } from './kit/axe.ts'
import { newContext } from './kit/browser.ts'
import { provokes, refusedWith } from './kit/console.ts'
import { Organization, password } from './kit/organization.ts'
import { setupToken } from './kit/setup-token.ts'
import type { Page } from 'playwright-core'

const harbour = await Organization.found()
const general = (await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })).stream_id

/** The path of an invitation to one address, or to many. */
async function invited(email?: string): Promise<string> {
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
  test('is told who invited them to what, joins, and begins', async () => {
    await using own = await harbour.page(await invited())
    await heading(own.page, 'Join Harbour Works').waitFor()
    await own.page.getByText('Olga Owner invited you.').waitFor()
    await own.page.getByText('You begin in #general.').waitFor()
    expect(await hindrancesInBothThemes(own.page)).toEqual([])

    await fill(own.page, 'Your name', 'Nora Newman')
    await fill(own.page, 'Email', 'nora@example.com')
    provokes(refusedWith(400, '/join'))
    await fill(own.page, 'Password', 'x')
    await own.page.getByRole('button', { name: 'Join' }).click()
    await own.page.getByRole('alert').getByText('too weak').waitFor()
    expect(await own.page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Nora Newman')
    await fill(own.page, 'Password', password)
    await own.page.getByRole('button', { name: 'Join' }).click()

    await frame(own.page).getByRole('link', { name: 'general' }).waitFor()
    expect(new URL(own.page.url()).pathname).toBe('/')
    const steps = own.page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Say hello' }).waitFor()
    expect(await hindrancesInBothThemes(own.page)).toEqual([])
    await own.page.setViewportSize({ width: 390, height: 844 })
    expect(await hindrancesInBothThemes(own.page)).toEqual([])

    const isSet = own.page.waitForResponse((response) => response.url().endsWith('/users/me/avatar'))
    await own.page.getByLabel('Choose a picture').setInputFiles('public/icons/192.png')
    await steps.getByRole('button', { name: 'Use this picture' }).click()
    expect((await isSet).status()).toBe(200)
    await steps.getByRole('button', { name: 'Choose a picture' }).waitFor({ state: 'detached' })
    await steps.getByRole('button', { name: 'Skip: Choose streams' }).click()
    await steps.getByRole('button', { name: 'Show streams' }).waitFor({ state: 'detached' })
    await own.page.reload()
    await steps.getByRole('button', { name: 'Say hello' }).waitFor()
    expect(await steps.getByRole('button').count()).toBe(3)
    await steps.getByRole('button', { name: 'Close first steps' }).click()
    await steps.waitFor({ state: 'detached' })
  })

  test('has no key left but the session of the browser', async () => {
    await using own = await harbour.page(await invited())
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
    await using own = await harbour.page(await invited('ida@example.com'))
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
    await own.page.goto(harbour.origin + (await invited()))
    await own.page.getByText('You are logged in to Harbour Works as Mika Paso.').waitFor()
    expect(await hindrancesInBothThemes(own.page)).toEqual([])
    await own.page.getByRole('button', { name: 'Log out and join as somebody else' }).click()
    await own.page.getByRole('button', { name: 'Join' }).waitFor()
  })
})

test('a link that leads nowhere says why, and where to go', async () => {
  const { wire } = harbour.owner
  const used = await invited('used@example.com')
  await wire.ask('POST /join', {
    invitation_key: used.split('/').at(-1)!,
    full_name: 'Una Used',
    email: 'used@example.com',
    password,
  })
  const revoked = await invited('revoked@example.com')
  const { invites } = await wire.ask('GET /invites')
  await wire.ask('DELETE /invites/{invite_id}', {
    invite_id: invites.find(({ email }) => email === 'revoked@example.com')!.id,
  })
  await using own = await harbour.page('/join/nothing')
  provokes(refusedWith(400, '/password_reset'))
  for (const [path, title] of [
    ['/join/nothing', 'There is no such invitation'],
    [used, 'This invitation was used already'],
    [revoked, 'This invitation was taken back'],
    ['/join', 'You need an invitation'],
    ['/reset/nothing', 'This link does not work any more'],
    ['/new', 'Create an organization'],
  ] as const) {
    await own.page.goto(harbour.origin + path)
    await heading(own.page, title).waitFor()
    expect(await hindrancesInBothThemes(own.page), path).toEqual([])
  }
  await own.page.goto(`${harbour.origin}/join/nothing`)
  await own.page.getByRole('link', { name: 'To the login' }).click()
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
  await inside.page.getByRole('alert').getByText('This organization was closed.').waitFor()
  provokes(refusedWith(401, '/join'))
  await own.page.goto(link)
  await heading(own.page, 'This organization is closed').waitFor()
})

/** Where an organization of this name would be. */
const at = (name: string) => `http://${name}.localhost:${inject('port')}`

describe('at an address without an organization', () => {
  test('one is founded, by whoever has the setup token', async () => {
    await using context = await newContext()
    const page = await context.newPage()
    provokes(refusedWith(404, '/server_settings'), refusedWith(400, '/realm'))
    await page.goto(at('lighthouse'))
    await heading(page, 'There is no organization at this address').waitFor()
    await page.getByRole('link', { name: 'Create an organization here' }).click()
    await fill(page, 'Organization name', 'Lighthouse')
    await fill(page, 'Your name', 'Lena Light')
    await fill(page, 'Email', 'lena@example.com')
    await fill(page, 'Password', password)
    await fill(page, 'Setup token', 'wrong')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('alert').getByText('setup token').waitFor()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await fill(page, 'Setup token', setupToken)
    await page.getByRole('button', { name: 'Create organization' }).click()
    await frame(page).getByRole('link', { name: 'general' }).waitFor()
    expect(new URL(page.url()).host).toBe(new URL(at('lighthouse')).host)

    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Show the code' }).click()
    await steps.getByRole('img', { name: `Code of ${at('lighthouse')}` }).waitFor()
    await steps.getByRole('button', { name: 'Make a link' }).click()
    expect(await steps.getByRole('textbox', { name: 'Link to join' }).inputValue()).toContain(
      `${at('lighthouse')}/join/`,
    )
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await steps.getByRole('button', { name: 'Create', exact: true }).click()
    await frame(page).getByRole('link', { name: 'projects' }).waitFor()
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
