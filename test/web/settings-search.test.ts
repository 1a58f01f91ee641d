import { expect, test } from 'vitest'
import packageJson from '../../package.json'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

const harbour = await Organization.found()

test('tabs stand under headings, and settings are found by their names', async () => {
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 1280, height: 800 } })
  const { page } = own
  const settings = await openSettings(page, 'General')
  await settings.getByText(`Rivulet, version ${packageJson.version}`).waitFor()
  const lists = settings.getByRole('tablist')
  expect(await Promise.all((await lists.all()).map((one) => one.getByRole('tab').count()))).toEqual([8, 4, 7, 5, 5])
  await settings.getByRole('tablist', { name: 'People' }).getByRole('tab', { name: 'Groups' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  // Arrow keys go on under the next heading.
  await settings.getByRole('tab', { name: 'Muted' }).click()
  await page.keyboard.press('ArrowDown')
  await settings.getByRole('tab', { name: 'Organization', selected: true }).waitFor()

  const search = settings.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('zeppelin')
  await settings.getByText('No settings match.').waitFor()
  await search.fill('require topics')
  await settings.getByText('1 result', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  const topics = settings.getByRole('checkbox', { name: 'Require topics in streams' })
  await expect.poll(() => topics.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await search.fill('time zone')
  await settings.getByRole('button', { name: 'Time zone' }).click()
  await settings.getByRole('combobox', { name: 'Time zone' }).waitFor()
  await search.press('Escape')
  await settings.getByRole('tab', { name: 'General', selected: true }).waitFor()
})

test('a member finds only their own settings, on phones too', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using own = await harbour.pageOf(bo, phone)
  const { page } = own
  await page.getByRole('button', { name: 'Your account' }).tap()
  await page.getByRole('menuitem', { name: 'Settings' }).tap()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('heading', { name: 'Personal' }).waitFor()
  expect(await settings.getByRole('heading', { name: 'Data' }).count()).toBe(0)
  const search = settings.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('who can')
  await settings.getByText('No settings match.').waitFor()
  await search.fill('alert words')
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('button', { name: 'Alert words Notifications', exact: true }).tap()
  await settings.getByRole('heading', { name: 'Alert words' }).waitFor()
  await settings.getByRole('button', { name: 'All settings' }).tap()
  await settings.getByRole('button', { name: 'Alert words Notifications', exact: true }).waitFor()
})
