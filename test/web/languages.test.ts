/** Languages: which one is chosen, and pages that run from right to left. */
import { expect, test } from 'vitest'
import { languages } from '../../web/i18n/languages.ts'
import { hindrancesInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'

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
  expect(await hindrancesInBothThemes(own.page)).toEqual([])
})
