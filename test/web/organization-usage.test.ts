/** What administrators see of the use of the plan. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AnswerOf } from '../../client/index.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

type Answer = AnswerOf<'GET /realm/usage'>

/** Lets a page see another use than there was: no test can use up a quota. */
async function pretendUsage(page: Page, { owner }: Organization): Promise<void> {
  const json = { result: 'success', msg: '', ...busy(await owner.wire.ask('GET /realm/usage')) }
  await page.route(usage, (route) => route.fulfill({ json }))
}

const usage = /api\/v1\/realm\/usage/

const usageOf = (percent: number, value: number, source: 'exact' | 'at_least' | 'account' = 'exact') => ({
  value,
  percent,
  source,
})

/** A busy month: 84 per cent of the rows yesterday, and 97 of the requests today. */
function busy(answer: Answer): Answer {
  const dayAt = (before: number): string =>
    new Date((answer.resets_at - (before + 1) * 86_400) * 1000).toISOString().slice(0, 10)
  return {
    ...answer,
    waits_until: answer.resets_at,
    resources: answer.resources.map((resource) => {
      const { name } = resource
      const today = name === 'worker_requests' ? usageOf(97.1, 97_100, 'account') : usageOf(41.2, 41_200)
      const before = Array.from({ length: 20 }, (_, index) => {
        const percent = index === 1 ? 84.5 : 20 + ((index * 37) % 50)
        return { date: dayAt(index), ...(index === 0 ? today : usageOf(percent, percent * 1000)) }
      })
      const hours = Array.from({ length: 24 }, (_, hour) => (hour < 7 || hour > 14 ? 0 : 1000 * (1 + ((hour * 5) % 9))))
      return { ...resource, today, hours: resource.hours && hours, days: before.toReversed() }
    }),
  }
}

test('each quota is there with what was used today, and the first day says that it is the first', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Usage')
  const { resources } = await harbour.owner.wire.ask('GET /realm/usage')
  const rows = settings.getByRole('listitem').filter({ has: own.page.getByRole('meter') })
  await rows.first().waitFor()
  expect(await rows.count()).toBe(resources.filter(({ quota }) => quota !== null).length)
  const written = settings.getByRole('listitem').filter({ hasText: 'Rows written to the database' })
  await written.getByText('of 100,000').waitFor()
  await written.getByText('exact').waitFor()
  await written.getByText('Counting started today.').waitFor()
  // What is used now is there when it is asked for again.
  const before = await written.getByRole('meter').getAttribute('aria-valuetext')
  await harbour.owner.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }] })
  await settings.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => written.getByRole('meter').getAttribute('aria-valuetext')).not.toBe(before)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('much use is marked in words, and each chart has its figures in a table', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  await pretendUsage(own.page, harbour)
  const settings = await openSettings(own.page, 'Usage')
  const requests = settings.getByRole('listitem').filter({ hasText: 'Requests to the server' })
  await requests.getByText('Over 95%').waitFor()
  await requests.getByText('whole account').waitFor()
  await settings.getByText('Exports, link previews, and daily maintenance wait until').waitFor()
  await requests.getByRole('img', { name: /^Today by hour\. Peak: 9,000,/ }).waitFor()
  await requests.getByText('Figures', { exact: true }).click()
  const table = requests.getByRole('table', { name: 'Last 30 days' })
  await table.getByRole('row', { name: '84.5%' }).getByText('Over 80%').waitFor()
  expect(await requests.getByRole('table', { name: 'Today by hour' }).getByRole('row').count()).toBe(25)
  // A row for each day that is known, and the titles.
  expect(await table.getByRole('row').count()).toBe(21)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('on a phone all of it is there, and what cannot be loaded can be tried again', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  provokes(abortedLine)
  await own.page.route(usage, (route) => route.abort())
  const settings = await openSettings(own.page, 'Usage')
  await settings.getByText('Couldn’t load this.').waitFor()
  await own.page.unroute(usage)
  await pretendUsage(own.page, harbour)
  await settings.getByRole('button', { name: 'Try again' }).click()
  await settings.getByText('Over 95%').waitFor()
  expect(await own.page.evaluate(() => document.querySelector('dialog')!.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('who is no administrator has no such tab, and a page that does not know yet is refused in place', async () => {
  provokes(refusalLine(400, '/realm'))
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'General')
  beStale()
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  await settings.getByRole('tab', { name: 'Usage' }).click()
  await settings.getByText('Couldn’t load this. You don’t have permission to do this.').waitFor()
  await using members = await harbour.pageOf(await harbour.person('Bo Lindqvist'))
  const theirs = await openSettings(members.page, 'General')
  expect(await theirs.getByRole('tab', { name: 'Usage' }).count()).toBe(0)
})
