import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { Organization, password } from './kit/organization.ts'

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

test('of many people 25 are shown, and a hundred more at a time to whoever wants to see them', async () => {
  const crew = await Organization.found()
  for (let number = 1; number <= 130; number += 1) {
    const person = { full_name: `Sailor ${number}`, email: `sailor-${number}@example.com`, password }
    await crew.owner.wire.ask('POST /users', person)
  }
  await using own = await crew.pageOf(crew.owner)
  const people = column(own.page).getByRole('link')

  await column(own.page).getByRole('heading', { name: 'Offline — 130' }).waitFor()
  await expect.poll(() => people.count()).toBe(1 + 25)
  await column(own.page).getByRole('button', { name: 'Show 105 more people' }).click()
  await expect.poll(() => people.count()).toBe(1 + 125)
  await column(own.page).getByRole('button', { name: 'Show 5 more people' }).click()

  await expect.poll(() => people.count()).toBe(1 + 130)
  expect(await people.allTextContents()).toEqual([
    expect.stringContaining('(you)'),
    ...Array.from({ length: 130 }, (_, index) => `Sailor ${index + 1}`),
  ])
})
