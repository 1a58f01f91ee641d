import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const card = (page: Page, text: string) => messages(page).last().getByRole('link').filter({ hasText: text })

test('a link to a message shows who wrote it, where, and how it begins, and leads there', async () => {
  const [tides, piers] = [await talk([ada, bo]), await talk([ada, bo])]
  const first = await tides.say(ada, 'High water at seven')
  const second = await tides.say(ada, 'Low water at one')
  const link = (id: number) => `${harbour.origin}${tides.path}/near/${id}`
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await page.goto(harbour.origin + piers.path)
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  await piers.say(ada, `See ${link(first)} and ${link(second)}, and again ${link(first)}`)
  await card(page, 'High water at seven').waitFor()
  await card(page, 'Low water at one').waitFor()
  expect(await card(page, 'High water at seven').count()).toBe(1)
  expect(await card(page, 'High water at seven').textContent()).toContain(`${tides.name} › high water`)
  expect(await violationsInBothThemes(page)).toEqual([])
  await card(page, 'High water at seven').click()
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(`/near/${first}`)
  await messages(page).filter({ hasText: 'High water at seven' }).waitFor()
})

test('a message that one may not see, or that is quoted, has no card', async () => {
  const secret = await talk([ada], 'plans')
  await harbour.owner.wire.ask('PATCH /streams/{stream_id}', { stream_id: secret.stream_id, is_private: true })
  const tides = await talk([ada, bo])
  const hidden = await secret.say(ada, 'The secret plan')
  const quoted = await tides.say(ada, 'The quoted text')
  await tides.say(ada, `${harbour.origin}${secret.path}/near/${hidden}`)
  await tides.say(ada, `[said](${harbour.origin}${tides.path}/near/${quoted}):\n\`\`\`quote\nThe quoted text\n\`\`\``)
  const last = await tides.say(ada, 'The end')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page)
    .and(page.locator(`[data-id="${last}"]`))
    .waitFor()
  expect(await page.getByRole('link', { name: /quoted text/ }).count()).toBe(0)
  expect(await page.getByText('The secret plan').count()).toBe(0)
  await using hers = await harbour.pageOf(ada, {}, tides.path)
  await hers.page.getByRole('link', { name: /The secret plan/ }).waitFor()
})
