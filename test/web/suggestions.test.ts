import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { routeScript } from './kit/scripts.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const bo = await harbour.person('Bo Lindqvist')
await harbour.person('Boris Away')
for (const person of [ada, bo])
  await person.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }] })
const { stream_id } = await ada.wire.ask('GET /get_stream_id', { stream: 'tides' })
await ada.wire.ask('POST /messages', { type: 'stream', to: 'tides', topic: 'high water', content: 'In.' })

/** The address of a topic. Each test has its own, because what one test types is a draft in the next. */
const topic = (name: string): string => `/#narrow/stream/${stream_id}-tides/topic/${name}`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })

/** What is suggested now, the one that Enter chooses in brackets. */
const readSuggestions = async (page: Page): Promise<string[]> => {
  const options = await list(page).getByRole('option').all()
  return Promise.all(
    options.map(async (option) => {
      const label = (await option.locator('.label').textContent())!
      return (await option.getAttribute('aria-selected')) === 'true' ? `[${label}]` : label
    }),
  )
}

test('people are mentioned by keys, and subscribers come first', async () => {
  await using own = await harbour.pageOf(ada, {}, topic('mentions'))
  const { page } = own
  await message(page).focus()
  await page.keyboard.type('Look, @bo')
  await expect.poll(() => readSuggestions(page)).toEqual(['[Bo Lindqvist]', 'Boris Away'])
  await list(page).getByRole('option').filter({ hasText: 'won’t see this message' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readSuggestions(page)).toEqual(['Bo Lindqvist', '[Boris Away]'])
  const active = await message(page).getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain('Boris Away')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(await message(page).inputValue()).toBe('Look, @**Bo Lindqvist** ')
  expect(await list(page).count()).toBe(0)
})

test('a space that somebody types behind what was completed is there once', async () => {
  await using own = await harbour.pageOf(ada, {}, topic('spaces'))
  const { page } = own
  await message(page).focus()
  await page.keyboard.type('@bo')
  await list(page).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' look:  now')
  expect(await message(page).inputValue()).toBe('@**Bo Lindqvist** look:  now')
})

test('Escape puts suggestions away, and a press chooses', async () => {
  await using own = await harbour.pageOf(ada, {}, topic('escape'))
  const { page } = own
  await message(page).focus()
  await page.keyboard.type('@bo')
  await list(page).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type('r')
  expect(await list(page).count()).toBe(0)
  await page.keyboard.type(' and @a')
  await list(page).getByRole('option', { name: 'Ada Park' }).click()
  expect(await message(page).inputValue()).toBe('@bor and @**Ada Park** ')
  await page.keyboard.press('Control+z')
  expect(await message(page).inputValue()).toBe('@bor and @a')
})

test('a stream and one of its topics are linked', async () => {
  await using own = await harbour.pageOf(ada, {}, topic('links'))
  const { page } = own
  await message(page).focus()
  await page.keyboard.type('See #ti')
  await expect.poll(() => readSuggestions(page)).toEqual(['[tides]'])
  await page.keyboard.press('>')
  await expect.poll(() => readSuggestions(page)).toContain('[high water]')
  await page.keyboard.press('Tab')
  expect(await message(page).inputValue()).toBe('See #**tides>high water** ')
})

test('emoji, languages and commands are completed', async () => {
  await using own = await harbour.pageOf(ada, {}, topic('emoji'))
  const { page } = own
  await message(page).focus()
  await page.keyboard.type(':tada')
  await expect.poll(() => readSuggestions(page)).toContain('[:tada:]')
  await page.keyboard.press('Enter')
  expect(await message(page).inputValue()).toBe(':tada: ')

  await message(page).fill('')
  await page.keyboard.type('```typ')
  await expect.poll(() => readSuggestions(page)).toContain('[typescript]')
  await page.keyboard.press('Enter')
  await page.keyboard.type('let x')
  expect(await message(page).inputValue()).toBe('```typescript\nlet x\n```')

  await message(page).fill('')
  await page.keyboard.type('/p')
  await expect.poll(() => readSuggestions(page)).toEqual(['[/poll]'])
  await page.keyboard.press('Enter')
  expect(await message(page).inputValue()).toBe('/poll ')
})

test('the table of emoji is not loaded before it is needed', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  // Only the table with all names has this emoji.
  const tables: string[] = []
  await routeScript(page, /hatching_chick/, async (route) => {
    tables.push(route.request().url())
    await route.continue()
  })
  await page.goto(harbour.origin + topic('table'))
  await page.reload()
  await message(page).focus()
  await page.keyboard.type('Hello @')
  await list(page).waitFor()
  expect(tables).toEqual([])
  await page.keyboard.type(' :tad')
  await list(page).filter({ hasText: 'tada' }).waitFor()
  expect(tables).toHaveLength(1)
})
