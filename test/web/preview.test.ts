import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
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
  expect(await violationsInBothThemes(page)).toEqual([])
  await button.click()
  expect(await message(page).inputValue()).toBe('It is **in**. <script>alert(1)</script>')
  expect(await message(page).evaluate((box) => box === document.activeElement)).toBe(true)
})

test('a message is sent by key from its preview', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  await message(page).fill('Seen before it was sent')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Preview' }).getByText('Seen before').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').filter({ hasText: 'Seen before it was sent' }).waitFor()
  expect(await message(page).inputValue()).toBe('')
  expect(await message(page).evaluate((box) => box === document.activeElement)).toBe(true)
})

test('emoji are found and chosen by keys', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  await message(page).fill('Well done')
  await page.getByRole('button', { name: 'Emoji' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: ':tada:' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
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

const formatting = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })

test('the selected part of a text is formatted by a toolbar, which keys reach and Undo takes back', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  const text = () => message(page).inputValue()
  const press = (name: string) => formatting(page).getByRole('button', { name, exact: true }).click()
  await message(page).fill('high\nwater')
  await page.keyboard.press('Control+a')
  await press('Numbered list')
  expect(await text()).toBe('1. high\n2. water')
  await press('Numbered list')
  await press('Bulleted list')
  expect(await text()).toBe('- high\n- water')
  await page.keyboard.press('Control+z')
  expect(await text()).toBe('high\nwater')
  await page.keyboard.press('Control+a')
  await press('Quote')
  expect(await text()).toBe('> high\n> water')
  await press('Quote')
  await press('Code')
  expect(await text()).toBe('```\nhigh\nwater\n```')
  await message(page).fill('tide')
  await page.keyboard.press('Control+a')
  await press('Spoiler')
  await page.keyboard.type('Ending')
  expect(await text()).toBe('```spoiler Ending\ntide\n```')

  await message(page).fill('tide')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Shift+x')
  await expect.poll(text).toBe('~~tide~~')
  await page.keyboard.press('Control+Shift+x')
  await page.keyboard.press('Control+e')
  expect(await text()).toBe('`tide`')
  await page.keyboard.press('Control+e')
  await page.keyboard.press('Control+Shift+Digit8')
  expect(await text()).toBe('- tide')

  await formatting(page).getByRole('button', { name: 'Bold' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const focusedLabel = () => page.evaluate(() => document.activeElement!.getAttribute('aria-label'))
  expect(await focusedLabel()).toBe('Italic')
  await page.keyboard.press('End')
  expect(await focusedLabel()).toBe('Formula')
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('the toolbar is hidden, which is remembered, and is a row of its own on a phone', async () => {
  await using own = await harbour.pageOf(harbour.owner, {}, here)
  const { page } = own
  const toggle = page.getByRole('button', { name: 'Formatting' })
  await formatting(page).waitFor()
  await toggle.click()
  await formatting(page).waitFor({ state: 'detached' })
  await page.reload()
  await toggle.waitFor()
  expect(await formatting(page).count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await toggle.click()
  await formatting(page).waitFor()
  const [bar, send] = [
    await formatting(page).boundingBox(),
    await page.getByRole('button', { name: 'Send', exact: true }).boundingBox(),
  ]
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(send!.y)
  expect(await violationsInBothThemes(page)).toEqual([])
})
