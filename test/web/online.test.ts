import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'

const harbour = await Organization.found()
/** Ada is here, and has a page of her own. */
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
for (const name of ['Carla Costa', 'Dana Whitfield', 'Emre Yıldız']) await harbour.person(name)
const hers = await harbour.pageOf(ada)
afterAll(() => hers[Symbol.asyncDispose]())
await hers.page.getByRole('main').waitFor()

const column = (page: Page): Locator => page.getByRole('complementary', { name: 'People' })

/** Names of the people under each heading, as those hear them who cannot see the page. */
const groups = (page: Page) =>
  column(page)
    .locator('section')
    .evaluateAll((sections) =>
      Object.fromEntries(
        sections.map((section) => [
          section.querySelector('h2')!.textContent,
          [...section.querySelectorAll('a')].map((link) => link.getAttribute('aria-label')),
        ]),
      ),
    )

const here = ['Ada Park, online', 'Bo Lindqvist (you), online']
const away = ['Carla Costa, offline', 'Dana Whitfield, offline', 'Emre Yıldız, offline', 'Olga Owner, offline']

test('whoever is online stands under that, also while one looks for a name', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await expect.poll(() => groups(page)).toEqual({ 'Online — 2': here, 'Offline — 4': away })
  const find = column(page).getByRole('searchbox', { name: 'Find people' })
  await find.fill('d')
  await expect.poll(() => groups(page)).toEqual({ 'Offline — 1': ['Dana Whitfield, offline'] })
  await find.fill('park')
  await expect.poll(() => groups(page)).toEqual({ 'Online — 1': ['Ada Park, online'] })
  await find.fill('')
  await expect.poll(() => groups(page)).toEqual({ 'Online — 2': here, 'Offline — 4': away })
})

test('whoever joins, is muted or comes back stands where they belong', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await expect.poll(() => groups(page)).toEqual({ 'Online — 2': here, 'Offline — 4': away })
  await bo.wire.ask('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: ada.id })
  await expect.poll(() => groups(page)).toEqual({ 'Online — 1': [here[1]], 'Offline — 4': away })
  await bo.wire.ask('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: ada.id })
  await expect.poll(() => groups(page)).toEqual({ 'Online — 2': here, 'Offline — 4': away })
  const aaron = await harbour.person('Aaron Zhou')
  await expect.poll(() => groups(page)).toEqual({ 'Online — 2': here, 'Offline — 5': ['Aaron Zhou, offline', ...away] })
  await using his = await harbour.pageOf(aaron)
  await his.page.getByRole('main').waitFor()
  await expect.poll(() => groups(page)).toEqual({ 'Online — 3': ['Aaron Zhou, online', ...here], 'Offline — 4': away })
})
