import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hindrancesInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'

const harbour = await Organization.found()
const { stream_id } = await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })
const here = `/#narrow/stream/${stream_id}-general/topic/looks`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('shows what a text will look like, and goes back to it', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  const button = page.getByRole('button', { name: 'Preview' })
  expect(await button.isDisabled()).toBe(true)
  await message(page).fill('It is **in**. <script>alert(1)</script>')
  await button.click()
  await page.getByRole('region', { name: 'Preview' }).locator('strong').getByText('in').waitFor()
  expect(await message(page).isVisible()).toBe(false)
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  expect(await hindrancesInBothThemes(page)).toEqual([])
  await button.click()
  expect(await message(page).inputValue()).toBe('It is **in**. <script>alert(1)</script>')
})

test('emoji are found and chosen by keys', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  await message(page).fill('Well done')
  await page.getByRole('button', { name: 'Emoji' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: ':tada:' }).waitFor()
  expect(await hindrancesInBothThemes(page)).toEqual([])
  await page.keyboard.type('octo')
  await page.getByRole('button', { name: ':octopus:' }).waitFor()
  await expect.poll(() => page.getByRole('dialog', { name: 'Emoji' }).getByRole('button').count()).toBe(1)
  await page.keyboard.press('Enter')
  expect(await message(page).inputValue()).toBe('Well done :octopus: ')
  expect(await page.getByRole('dialog', { name: 'Emoji' }).isVisible()).toBe(false)
})

test('marks are put around what is selected, and taken away again', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  await message(page).fill('high water')
  await message(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  // The table of keys is loaded with the first one.
  await expect.poll(() => message(page).inputValue()).toBe('**high water**')
  await page.keyboard.press('Control+i')
  expect(await message(page).inputValue()).toBe('***high water***')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('Control+b')
  expect(await message(page).inputValue()).toBe('high water')
  await page.keyboard.press('Control+Shift+l')
  await page.keyboard.type('https://example.com')
  expect(await message(page).inputValue()).toBe('[high water](https://example.com)')
})
