import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, password } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

const harbour = await Organization.found()

test('a new address waits until its link is opened, which an administrator passes on', async () => {
  provokes(refusalLine(400, '/confirm_email'))
  const ada = await harbour.person('Ada Park')
  await using hers = await harbour.pageOf(ada)
  const settings = await openSettings(hers.page, 'Account')
  const address = settings.getByRole('textbox', { name: 'New email address' })
  await address.fill(harbour.owner.email)
  await address.press('Enter')
  await settings.getByRole('alert').getByText('Another account already uses this email.').waitFor()
  await address.fill('ada@harbour.example.com')
  await address.press('Enter')
  await settings.getByText('ask an administrator for the link').waitFor()
  expect(await violationsInBothThemes(hers.page)).toEqual([])

  await using owners = await harbour.pageOf(harbour.owner)
  await owners.page.getByRole('button', { name: 'Your account' }).click()
  await owners.page.getByRole('menuitem', { name: 'Password resets' }).click()
  const link = owners.page.getByRole('textbox', { name: 'Link for Ada Park' })
  expect(await violationsInBothThemes(owners.page)).toEqual([])
  const path = new URL(await link.inputValue()).pathname
  await using opened = await harbour.page(path, { viewport: { width: 390, height: 844 } })
  const confirm = opened.page.getByRole('button', { name: 'Confirm' })
  await confirm.waitFor()
  expect(await violationsInBothThemes(opened.page)).toEqual([])
  await confirm.click()
  await opened.page.getByRole('heading', { name: 'Email changed' }).waitFor()
  await settings.getByText('ada@harbour.example.com', { exact: true }).waitFor()
  await settings.getByText('ask an administrator for the link').waitFor({ state: 'detached' })

  // It is good once.
  await opened.page.goto(harbour.origin + path)
  await confirm.click()
  await opened.page.getByRole('alert').getByText('was used already').waitFor()
})

test('an administrator confirms their own address', async () => {
  const dora = await harbour.person('Dora Dahl')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: dora.id, role: 200 })
  await using own = await harbour.pageOf(dora)
  const settings = await openSettings(own.page, 'Account')
  await settings.getByRole('textbox', { name: 'New email address' }).fill('dora@harbour.example.com')
  await settings.getByRole('button', { name: 'Change email address' }).click()
  await settings.getByRole('button', { name: 'Confirm now' }).click()
  await settings.getByText('dora@harbour.example.com', { exact: true }).waitFor()
})

test('a new password takes the present one', async () => {
  provokes(refusalLine(400, '/settings'))
  const bo = await harbour.person('Bo Lindqvist')
  await using own = await harbour.pageOf(bo)
  const settings = await openSettings(own.page, 'Account')
  await settings.getByLabel('New password', { exact: true }).fill('abc')
  await settings.getByText('3 of at least 6 characters.').waitFor()
  await settings.getByLabel('New password', { exact: true }).fill('Bo Lindqvist')
  await settings.getByText('Don’t use your own name').waitFor()
  const [before, after] = ['Current password', 'New password'].map((name) => settings.getByLabel(name, { exact: true }))
  await before!.fill('wrong horse')
  await after!.fill('battery staple')
  await after!.press('Enter')
  await settings.getByRole('alert').getByText('That’s not your current password.').waitFor()
  await before!.fill(password)
  await after!.press('Enter')
  await settings.getByText('Saved').waitFor()
  expect(await after!.inputValue()).toBe('')
  await bo.wire.ask('POST /fetch_api_key', { username: bo.email, password: 'battery staple' })
})

test('an account ends when its address was written', async () => {
  provokes(refusalLine(400, '/users'))
  await using owners = await harbour.pageOf(harbour.owner)
  const his = await openSettings(owners.page, 'Account')
  await his.getByRole('button', { name: 'Deactivate account' }).click()
  await his.getByLabel('to confirm').fill(harbour.owner.email)
  await his.getByLabel('to confirm').press('Enter')
  await his.getByRole('alert').getByText('You’re the only one who can run this organization.').waitFor()

  const carla = await harbour.person('Carla Costa')
  await using own = await harbour.pageOf(carla)
  const settings = await openSettings(own.page, 'Account')
  await settings.getByRole('button', { name: 'Deactivate account' }).click()
  await settings.getByLabel('to confirm').fill('somebody@example.com')
  await settings.getByLabel('to confirm').press('Enter')
  await settings.getByRole('alert').getByText('That’s not your address.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByLabel('to confirm').fill(carla.email)
  await settings.getByLabel('to confirm').press('Enter')
  await own.page.getByText('This account is deactivated.').waitFor()
})
