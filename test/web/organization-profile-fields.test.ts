/** Fields of profiles, as administrators make them. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

const fields = async ({ wire }: Person) => (await wire.ask('GET /realm/profile_fields')).custom_fields

const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element.matches(':focus'))

const addForm = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Add field' }) })

test('fields of all types are made, and people fill them in at once', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(harbour.owner)
  await using theirs = await harbour.pageOf(ada)
  const profile = await openSettings(theirs.page, 'Profile')
  const settings = await openSettings(own.page, 'Profile fields')
  const form = addForm(own.page)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('alert').getByText('Enter a name for the field.').waitFor()
  for (const [kind, name] of [
    ['Short text', 'Ship'],
    ['Long text', 'Log'],
    ['Date', 'Birthday'],
    ['Link', 'Blog'],
    ['People', 'Crew'],
  ] as const) {
    await form.getByRole('combobox', { name: 'Type' }).selectOption(kind)
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await settings.getByRole('button', { name: `Edit ${name}` }).waitFor()
  }
  await form.getByRole('combobox', { name: 'Type' }).selectOption('External account')
  await form.getByRole('combobox', { name: 'Service' }).selectOption('GitHub')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await settings.getByRole('button', { name: 'Delete GitHub username' }).waitFor()
  // Its name is the server's.
  expect(await settings.getByRole('button', { name: 'Edit GitHub username' }).count()).toBe(0)
  await form.getByRole('combobox', { name: 'Service' }).selectOption('Other service')
  await form.getByRole('textbox', { name: 'Name' }).fill('Port register')
  await form.getByRole('textbox', { name: 'Account URL' }).fill('https://example.com/')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('alert').getByText('Malformed URL pattern.').waitFor()
  await form.getByRole('textbox', { name: 'Account URL' }).fill('https://example.com/%(username)s')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await settings.getByRole('button', { name: 'Edit Port register' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await profile.getByRole('textbox', { name: 'Ship' }).waitFor()
  expect((await fields(ada)).map(({ name, type }) => [name, type])).toEqual([
    ['Ship', 1],
    ['Log', 2],
    ['Birthday', 4],
    ['Blog', 5],
    ['Crew', 6],
    ['GitHub username', 7],
    ['Port register', 7],
  ])
})

test('options are written, put in order and taken away, and keep what people chose', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  await using theirs = await harbour.pageOf(ada)
  const profile = await openSettings(theirs.page, 'Profile')
  const settings = await openSettings(own.page, 'Profile fields')
  const form = addForm(own.page)
  await form.getByRole('combobox', { name: 'Type' }).selectOption('List of options')
  await form.getByRole('textbox', { name: 'Name' }).fill('Pier')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('alert').getByText('Enter at least one option.').waitFor()
  for (const [index, text] of ['North', 'South', 'West'].entries()) {
    await form.getByRole('button', { name: 'Add option' }).click()
    const box = form.getByRole('textbox', { name: `Option ${index + 1}` })
    await expect.poll(() => hasFocus(box)).toBe(true)
    await box.fill(text)
  }
  await form.getByRole('button', { name: 'Move option West up' }).click()
  await expect.poll(() => hasFocus(form.getByRole('button', { name: 'Move option West up' }))).toBe(true)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const pier = profile.getByRole('combobox', { name: 'Pier' })
  await pier.waitFor()
  expect(await pier.getByRole('option').allTextContents()).toEqual(['Nothing selected', 'North', 'West', 'South'])
  await pier.selectOption('South')
  await profile.getByText('Saved').waitFor()

  await settings.getByRole('button', { name: 'Edit Pier' }).click()
  await settings.getByRole('textbox', { name: 'Option 3' }).fill('Far south')
  await settings.getByRole('button', { name: 'Remove option North' }).click()
  await settings.getByText('People who chose an option you remove').waitFor()
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => pier.getByRole('option').allTextContents()).toEqual(['Nothing selected', 'West', 'Far south'])
  expect(await pier.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]!.text)).toBe('Far south')
  await expect.poll(() => hasFocus(settings.getByRole('button', { name: 'Edit Pier' }))).toBe(true)
})

test('fields are put in order by buttons and by keys, and deleted with what people said', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const ask = harbour.owner.wire.ask
  for (const name of ['Ship', 'Log', 'Blog']) await ask('POST /realm/profile_fields', { name, field_type: 1 })
  const [ship] = await fields(ada)
  await ada.wire.ask('PATCH /users/me/profile_data', { data: [{ id: ship!.id, value: 'Tern' }] })
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Profile fields')
  const names = async (): Promise<string[]> => (await fields(ada)).map(({ name }) => name)
  await settings.getByRole('button', { name: 'Move Blog up' }).click()
  await settings.getByText('Blog is now at position 2 of 3.').waitFor()
  expect(await names()).toEqual(['Ship', 'Blog', 'Log'])
  await expect.poll(() => hasFocus(settings.getByRole('button', { name: 'Move Blog up' }))).toBe(true)
  await own.page.keyboard.press('Alt+ArrowUp')
  await settings.getByText('Blog is now at position 1 of 3.').waitFor()
  expect(await names()).toEqual(['Blog', 'Ship', 'Log'])
  // It cannot go further up.
  await expect.poll(() => hasFocus(settings.getByRole('button', { name: 'Move Blog down' }))).toBe(true)
  expect(await settings.getByRole('button', { name: 'Move Blog up' }).isDisabled()).toBe(true)

  await settings.getByRole('button', { name: 'Delete Ship' }).click()
  await settings.getByText('Everything people entered in this field will be deleted').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await settings.getByRole('button', { name: 'Delete Ship' }).waitFor({ state: 'detached' })
  expect(await names()).toEqual(['Blog', 'Log'])
})

test('a page that does not know yet is refused in place', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const ask = harbour.owner.wire.ask
  for (const name of ['Ship', 'Log']) await ask('POST /realm/profile_fields', { name, field_type: 1 })
  await ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Profile fields')
  await settings.getByRole('button', { name: 'Edit Ship' }).waitFor()
  beStale()
  await ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  const refusals = settings.getByRole('alert').getByText('You don’t have permission to do this.')
  await settings.getByRole('button', { name: 'Move Log up' }).click()
  await refusals.waitFor()
  await settings.getByRole('button', { name: 'Edit Ship' }).click()
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => refusals.count()).toBe(2)
  await settings.getByRole('button', { name: 'Delete Log' }).click()
  await settings.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => refusals.count()).toBe(3)
  const form = addForm(own.page)
  await form.getByRole('textbox', { name: 'Name' }).fill('Blog')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => refusals.count()).toBe(4)
})
