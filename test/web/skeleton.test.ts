import { expect, test } from 'vitest'
import { provokes } from './kit/console.ts'
import { Organization } from './kit/organization.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

test('while the client is on its way, the frame is drawn as it will be, in the theme of the last time', async () => {
  provokes(/net::ERR_FAILED/)
  await using own = await harbour.pageOf(ada, { colorScheme: 'light' })
  const { page } = own
  const banner = await page.getByRole('banner').boundingBox()
  await page.evaluate(() => (localStorage['looks'] = 'dark'))
  // The client never comes.
  await page.route(/\/app\/first-.*\.js$/, () => undefined)
  await page.goto(harbour.origin, { waitUntil: 'commit' })
  const skeleton = page.locator('.skeleton')
  await skeleton.locator('header').waitFor()
  expect(await skeleton.locator('header').boundingBox()).toEqual(banner)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 20, 22)')
  // It is nothing for those who hear the page.
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.locator('main').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('nothing is left of it in the client, and nobody sees it who is to log in', async () => {
  await using own = await harbour.pageOf(ada)
  expect(await own.page.locator('.skeleton').count()).toBe(0)
  await using other = await harbour.page('/')
  await other.page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await other.page.locator('.skeleton').count()).toBe(0)
  expect(await other.page.evaluate(() => document.documentElement.dataset['opening'])).toBeUndefined()
})
