import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, password, type OwnPage } from './kit/organization.ts'

const harbour = await Organization.found()
const mika = await harbour.person('Mika Paso')

/** Opens a dialog from the menu of oneself. */
async function openDialog(page: Page, item: string, dialog = item) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const found = page.getByRole('dialog', { name: dialog })
  await found.waitFor()
  return found
}

const canCopy = { permissions: ['clipboard-read', 'clipboard-write'] }

/** What was copied last. */
const readClipboard = ({ page }: OwnPage): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

describe('inviting people', () => {
  test('makes a link for many, which is copied, listed, and taken back', async () => {
    await using own = await harbour.pageOf(harbour.owner, canCopy)
    const dialog = await openDialog(own.page, 'Invite people')
    await dialog.getByText('No open invitations.').waitFor()
    await dialog.getByRole('combobox', { name: 'They join as' }).selectOption('Guests')
    await dialog.getByRole('button', { name: 'Create link', exact: true }).click()
    await dialog.getByRole('button', { name: 'Copy: Invitation link' }).first().click()
    await dialog.getByText('Copied').waitFor()
    const link = await readClipboard(own)
    expect(link).toContain(`${harbour.origin}/join/`)
    const offer = await harbour.owner.wire.ask('GET /join', { invitation_key: link.split('/').at(-1)! })
    expect(offer).toMatchObject({ invitation_status: 'open', invited_as: 600, stream_names: ['general'] })

    const row = dialog.getByRole('listitem').filter({ hasText: 'Guests · by Olga Owner' })
    await row.waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await own.page.setViewportSize({ width: 390, height: 844 })
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await row.getByRole('button', { name: 'Revoke: Reusable link' }).click()
    await dialog.getByText('No open invitations.').waitFor()
    await own.page.goto(link)
    await own.page.getByRole('heading', { name: 'You’re already logged in' }).waitFor()
  })

  test('makes a link for each address, says who was not invited, and makes a new one', async () => {
    await using own = await harbour.pageOf(harbour.owner)
    const dialog = await openDialog(own.page, 'Invite people')
    await dialog.getByRole('radio', { name: 'One link per person' }).check()
    await dialog.getByRole('button', { name: 'Create links' }).click()
    await dialog.getByRole('alert').getByText('Enter at least one email.').waitFor()
    await dialog.getByRole('textbox', { name: 'Emails' }).fill(`new@example.com, ${mika.email}`)
    await dialog.getByRole('button', { name: 'Create links' }).click()
    await dialog.getByText('Not invited').waitFor()
    await dialog.getByText('Another account already uses this email.').waitFor()
    const first = await dialog.getByRole('textbox', { name: 'Link for new@example.com' }).inputValue()

    await dialog.getByRole('button', { name: 'Renew link for new@example.com' }).click()
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Link for new@example.com' }).last().inputValue())
      .not.toBe(first)
    const { invitation_status } = await harbour.owner.wire.ask('GET /join', {
      invitation_key: first.split('/').at(-1)!,
    })
    expect(invitation_status).toBe('unknown')
  })

  test('is for those who may: members make no link for many, guests make none', async () => {
    await using own = await harbour.pageOf(mika)
    await own.page.getByRole('complementary', { name: 'People' }).getByRole('button', { name: 'Invite people' }).click()
    const dialog = own.page.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByRole('textbox', { name: 'Emails' }).waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(0)
    await own.page.keyboard.press('Escape')

    await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: mika.id, role: 600 })
    const people = own.page.getByRole('complementary', { name: 'People' })
    await people.getByRole('button', { name: 'Invite people' }).waitFor({ state: 'detached' })
    await own.page.getByRole('button', { name: 'Your account' }).click()
    await own.page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    expect(await own.page.getByRole('menuitem', { name: 'Invite people' }).count()).toBe(0)
    expect(await own.page.getByRole('menuitem', { name: 'Password resets' }).count()).toBe(0)
    await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: mika.id, role: 400 })
  })
})

describe('a forgotten password', () => {
  test('is asked for at the login, passed on by an administrator, and chosen anew', async () => {
    provokes(refusalLine(400, '/password_reset'))
    const dana = await harbour.person('Dana Forgot')
    await using own = await harbour.page('/login')
    for (const email of ['nobody@example.com', dana.email]) {
      await own.page.goto(`${harbour.origin}/login`)
      await own.page.getByRole('link', { name: 'Forgot your password?' }).click()
      await own.page.getByRole('textbox', { name: 'Email' }).fill(email)
      await own.page.getByRole('button', { name: 'Request link' }).click()
      await own.page.getByRole('status').getByText('If there’s an account with this email').waitFor()
    }
    expect(await violationsInBothThemes(own.page)).toEqual([])

    await using admin = await harbour.pageOf(harbour.owner)
    await expect
      .poll(async () => (await harbour.owner.wire.ask('GET /realm/password_resets')).password_resets.length)
      .toBe(1)
    const dialog = await openDialog(admin.page, 'Password resets', 'Password resets')
    await dialog.getByRole('button', { name: 'Create link for Dana Forgot' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link for Dana Forgot' }).inputValue()
    expect(await violationsInBothThemes(admin.page)).toEqual([])

    await own.page.goto(link)
    await own.page.getByText('for Dana Forgot, Harbour Works').waitFor()
    expect(await violationsInBothThemes(own.page)).toEqual([])
    const box = own.page.getByRole('textbox', { name: 'New password' })
    await box.fill('short')
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('alert').getByText('This password is too easy to guess.').waitFor()
    expect(await box.inputValue()).toBe('short')
    await box.fill('tern-otter-seal')
    await own.page.getByRole('button', { name: 'Set password and log in' }).click()
    await own.page.getByRole('navigation', { name: 'Streams' }).waitFor()

    await own.page.goto(link)
    await own.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await own.page.getByRole('link', { name: 'Request a new link' }).click()
    await own.page.getByRole('textbox', { name: 'Email' }).waitFor()
  })

  test('is given to anybody whom an administrator finds', async () => {
    await harbour.person('Pat Passless')
    await using own = await harbour.pageOf(harbour.owner)
    const dialog = await openDialog(own.page, 'Password resets', 'Password resets')
    await dialog.getByRole('searchbox', { name: 'Find people' }).fill('passl')
    await dialog.getByRole('button', { name: 'Create link for Pat Passless' }).click()
    await dialog.getByRole('textbox', { name: 'Link for Pat Passless' }).waitFor()
  })
})

describe('who is not let in any more', () => {
  test('finds what they were writing when they log in again', async () => {
    const dana = await harbour.person('Dana Writer')
    await using own = await harbour.pageOf(dana, {}, '/#narrow/stream/general/topic/tides')
    await own.page.getByRole('textbox', { name: 'Message' }).fill('High water at seven')
    await dana.wire.ask('DELETE /users/me/sessions')
    await own.page.getByRole('alert').getByText('Unsent messages stay').waitFor()
    await own.page.getByRole('textbox', { name: 'Email' }).fill(dana.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.keyboard.press('Enter')
    const box = own.page.getByRole('textbox', { name: 'Message' })
    await box.waitFor()
    expect(await box.inputValue()).toBe('High water at seven')
  })

  test('is told that the account was deactivated', async () => {
    const gone = await harbour.person('Gus Gone')
    await using own = await harbour.pageOf(gone)
    await harbour.owner.wire.ask('DELETE /users/{user_id}', { user_id: gone.id })
    await own.page.getByRole('alert').getByText('This account is deactivated.').waitFor()
    // The browser knows nothing of the account any more. Whoever has its password is told again.
    await own.page.reload()
    provokes(refusalLine(401, '/session'))
    await own.page.getByRole('textbox', { name: 'Email' }).fill(gone.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('alert').getByText('This account is deactivated.').waitFor()
  })
})

describe('a quota that is used up', () => {
  const refusal = {
    status: 503,
    headers: { 'Retry-After': '3600' },
    json: {
      result: 'error',
      code: 'QUOTA_EXCEEDED',
      msg: 'The plan of this server is used up.',
      'retry-after': 3600,
      quota: 'rows_written',
    },
  }

  test('is said at the login', async () => {
    provokes(refusalLine(503, '/session'))
    await using own = await harbour.page('/login')
    await own.page.route('**/api/v1/session', (route) => route.fulfill(refusal))
    await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('alert').getByText('The server has reached its daily limit').waitFor()
  })

  test('is said to whoever cannot open the organization because of it', async () => {
    provokes(refusalLine(503, '/register'))
    await using own = await harbour.page('/login')
    await own.page.route('**/api/v1/register', (route) => route.fulfill(refusal))
    await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
    await own.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await own.page.keyboard.press('Enter')
    await own.page.getByRole('heading', { name: 'Couldn’t reach your organization' }).waitFor()
    await own.page.getByText('The server has reached its daily limit').waitFor()
    await own.page.unroute('**/api/v1/register')
    await own.page.getByRole('button', { name: 'Try again' }).click()
    await own.page.getByRole('navigation', { name: 'Streams' }).waitFor()
  })
})
