/** What administrators set for the whole organization, and that others have no tab for it. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

test('an administrator names the organization, and everybody sees it at once', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(harbour.owner)
  await using hers = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Organization')
  const name = settings.getByRole('textbox', { name: 'Name' })
  await name.fill('Harbour and Pier')
  await name.press('Enter')
  await settings.getByText('Saved').waitFor()
  await hers.page.getByRole('banner').getByText('Harbour and Pier').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await name.fill(' ')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('Enter a name for the organization.').waitFor()
})

test('who is no administrator has no such tab, also after a change of role while it is open', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'General')
  const tab = settings.getByRole('tab', { name: 'Organization' })
  expect(await tab.count()).toBe(0)
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await tab.click()
  await settings.getByRole('textbox', { name: 'Description' }).waitFor()
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  await tab.waitFor({ state: 'detached' })
  await settings.getByRole('tab', { name: 'General', selected: true }).waitFor()
})
