/** What owners see of the size of the database, and what people see when it is full. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

/** Lets a page see a database that fills up: no test can write as much. */
async function pretend(page: Page): Promise<void> {
  const answer = await harbour.owner.wire.ask('GET /realm/usage')
  const database = {
    ...answer.database,
    bytes: 431_000_000,
    quota_bytes: 500_000_000,
    percent: 86.2,
    mark: 85,
    daily_growth_bytes: 1_200_000,
    full_on: '2030-02-14',
  }
  await page.route(/api\/v1\/realm\/usage/, (route) =>
    route.fulfill({ json: { ...answer, result: 'success', msg: '', database } }),
  )
}

test('a banner leads an owner to the page about storage, which says how full the database is and what can be done', async () => {
  await harbour.owner.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([ada.id]), content: 'A word' })
  await using own = await harbour.pageOf(harbour.owner)
  await pretend(own.page)
  await own.page.reload()
  const banner = own.page.getByRole('region', { name: 'Database' })
  await banner.getByText('The database is 85% full.').waitFor()
  await banner.getByRole('button', { name: 'What you can do' }).click()
  const settings = own.page.getByRole('dialog', { name: 'Settings' })
  const meter = settings.getByRole('meter', { name: 'Database' })
  await meter.waitFor()
  expect(await meter.getAttribute('aria-valuetext')).toBe('86.2%, 431 MB of 500 MB')
  await settings.getByText('It grows by about 1.2 MB a day.').waitFor()
  await settings.getByText('from February 14, 2030 on').waitFor()
  await settings.getByRole('row', { name: /Direct messages/ }).waitFor()
  expect(await settings.getByRole('link', { name: 'Backups' }).getAttribute('href')).toBe('#organization/backups')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  expect(await own.page.getByRole('region', { name: 'Database' }).count()).toBe(0)
})

test('who is no administrator has no page about storage', async () => {
  await using theirs = await harbour.pageOf(ada)
  const settings = await openSettings(theirs.page, 'General')
  expect(await settings.getByRole('tab', { name: 'Storage' }).count()).toBe(0)
})
