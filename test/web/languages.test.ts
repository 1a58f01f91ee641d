/** Languages: which one is chosen, and pages that run from right to left. */
import { expect, test } from 'vitest'
import { languages } from '../../web/i18n/languages.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

test('the first wanted language that the client has is taken, or another variant of it', async () => {
  const harbour = await Organization.found()
  for (const [locale, tag] of [
    ['de-AT', 'de'],
    ['tlh', 'en'],
  ] as const) {
    await using own = await harbour.page('/login', { locale })
    await own.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await own.page.evaluate(() => document.documentElement.lang)).toBe(tag)
  }
})

const mirrored = Object.entries(languages).flatMap(([tag, { isRightToLeft }]) => (isRightToLeft ? [tag] : []))

test.each(mirrored)('pages in the language %s run from right to left', async (tag) => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner, { locale: tag, viewport: { width: 390, height: 844 } })
  await own.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await own.page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  expect(await own.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test.each(mirrored)('the icon of the log-in points in the direction of reading in the language %s', async (locale) => {
  const harbour = await Organization.found()
  await using own = await harbour.page('/login', { locale })
  const shape = own.page.locator('button[type=submit] .icon > *').first()
  const scale = () => shape.evaluate((one) => getComputedStyle(one).scale)
  await expect.poll(scale).toBe('-1 1')
  await own.page.evaluate(() => (document.documentElement.dir = 'ltr'))
  await expect.poll(scale).toBe('none')
})

test.each(mirrored)(
  'an empty field runs from right to left in the language %s, and a text in its own direction',
  async (tag) => {
    const harbour = await Organization.found()
    const { path } = await talk([harbour.owner], 'High water')
    await using own = await harbour.pageOf(harbour.owner, { locale: tag }, path)
    const box = own.page.locator('.compose textarea')
    const direction = () => box.evaluate((one) => getComputedStyle(one).direction)
    expect(await direction()).toBe('rtl')
    await box.fill('Low water')
    expect(await direction()).toBe('ltr')
  },
)

test.each(Object.keys(languages))('the names of the tabs of a phone fit in the language %s', async (locale) => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner, { locale, viewport: { width: 360, height: 740 } })
  const tabs = own.page.locator('.tab-bar > nav > *')
  await expect.poll(() => tabs.count()).toBe(5)
  const widths = await tabs.evaluateAll((all) => all.map((tab) => [tab.textContent, tab.scrollWidth - tab.clientWidth]))
  expect(widths.filter(([, excess]) => Number(excess) > 0)).toEqual([])
})
