import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { settingsOf } from './kit/settings.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const account = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('others see a status beside one’s name, as long as it is set', async () => {
  await using hers = await harbour.pageOf(ada)
  await using his = await harbour.pageOf(bo)
  await account(hers.page, 'Set a status')
  const dialog = hers.page.getByRole('dialog', { name: 'Set a status' })
  await dialog.getByRole('button', { name: 'In a meeting' }).click()
  await dialog.getByRole('textbox', { name: 'Your status' }).fill('In a long meeting')
  expect(await violationsInBothThemes(hers.page)).toEqual([])
  await hers.page.keyboard.press('Enter')
  const people = his.page.getByRole('complementary', { name: 'People' })
  await people.locator('[title="In a long meeting"]').waitFor()

  await account(hers.page, 'Set a status')
  await dialog.getByRole('checkbox', { name: 'Invisible' }).check()
  await dialog.getByRole('button', { name: 'Clear status' }).click()
  await people.locator('[title="In a long meeting"]').waitFor({ state: 'detached' })
  await expect.poll(() => settingsOf(ada)).toMatchObject({ presence_enabled: false })
})

test('the theme is there at once, and the next time before anything is shown', async () => {
  await using own = await harbour.pageOf(bo, { colorScheme: 'light' })
  const { page } = own
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).toBe('rgb(255, 255, 255)')
  await account(page, 'Settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  expect(await dialog.getByRole('tab', { name: 'General' }).getAttribute('aria-selected')).toBe('true')
  await dialog.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(background).toBe('rgb(19, 20, 22)')
  expect(await violationsInBothThemes(page)).toEqual([])

  // Nobody is asked: the theme is known before the server has answered.
  provokes(abortedLine)
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(`${harbour.origin}/login`)
  expect(await background()).toBe('rgb(19, 20, 22)')
})

test('text is larger, lines longer and contrast stronger for whoever wants that, the next time from the start', async () => {
  const cleo = await harbour.person('Cleo Marsh')
  await using own = await harbour.pageOf(cleo, { viewport: { width: 1920, height: 1080 } })
  const { page } = own
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const usual = await size()
  await account(page, 'Settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('radio', { name: 'Small' }).check()
  await expect.poll(size).toBeLessThan(usual * 0.95)
  await dialog.getByRole('radio', { name: 'Large' }).check()
  await expect.poll(size).toBeGreaterThan(usual * 1.1)
  const sample = dialog.getByRole('figure', { name: 'Preview' })
  const height = async () => (await sample.boundingBox())!.height
  const roomy = await height()
  await dialog.getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(height).toBeLessThan(roomy)
  await dialog.getByRole('checkbox', { name: 'High contrast' }).check()
  await dialog.getByRole('checkbox', { name: 'Wide messages' }).check()
  await expect
    .poll(() => settingsOf(cleo))
    .toMatchObject({ dense_mode: true, high_contrast_mode: true, fluid_layout_width: true })
  expect(await violationsInBothThemes(page)).toEqual([])
  provokes(abortedLine)
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(`${harbour.origin}/login`)
  expect(await size()).toBeGreaterThan(usual * 1.1)
  expect(await page.evaluate(() => document.documentElement.className)).toBe('large compact strong wide')
})

test('text is as large as the account says until a browser is told otherwise', async () => {
  const dora = await harbour.person('Dora Lund')
  await dora.wire.ask('PATCH /settings', { dense_mode: false })
  await using own = await harbour.pageOf(dora)
  const { page } = own
  await expect.poll(() => page.evaluate(() => document.documentElement.className)).toBe('large')
  await account(page, 'Settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  expect(await dialog.getByRole('radio', { name: 'Large' }).isChecked()).toBe(true)
  await dialog.getByRole('group', { name: 'Text size' }).getByRole('radio', { name: 'Default' }).check()
  await expect.poll(() => page.evaluate(() => document.documentElement.className)).toBe('')
})

test('the language is another one from then on', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await account(page, 'Settings')
  await page.getByRole('radio', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Entwürfe' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  const { user_settings } = await bo.wire.ask('POST /register', { fetch_event_types: ['user_settings'] })
  expect(user_settings).toMatchObject({ default_language: 'de', twenty_four_hour_time: true })
})

test('a dialog has its focus on what it is for, not on the button that closes it', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  for (const name of ['Set a status', 'Keyboard shortcuts', 'Settings']) {
    await account(page, name)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const isFocusInDialog = () => page.evaluate(() => document.activeElement?.closest('dialog .box > header') === null)
    await expect.poll(isFocusInDialog).toBe(true)
    expect(await dialog.evaluate((one) => one.contains(document.activeElement)), name).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})
