/** Numbers and times as a language writes them. */
import { afterEach, expect, test, vi } from 'vitest'
import { formatCompact, setLanguage } from '../../web/i18n/format.ts'
import { hasTwentyFourHours } from '../../web/i18n/hours.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setLanguage('en')
})

test.each([
  ['en', '49K'],
  ['de', '49.999'],
  ['es', '49 mil'],
  ['ja', '4.9万'],
])('a count of many messages in the language %s is %s', (language, expected) => {
  setLanguage(language)
  expect(formatCompact(49_999).replaceAll('\u00a0', ' ')).toBe(expected)
})

test.each([
  ['en', ['en-GB'], true],
  ['en', ['en-US'], false],
  ['en', ['de-DE'], false],
  ['de', ['en-US', 'de-AT'], true],
  ['pt-BR', ['pt-BR'], true],
  ['pt-BR', ['en-US', 'pt-BR-u-hc-h12'], false],
])('times of a page in the language %s for somebody who reads %j: by 24 hours %s', (language, languages, expected) => {
  vi.stubGlobal('navigator', { languages })
  expect(hasTwentyFourHours(language)).toBe(expected)
})
