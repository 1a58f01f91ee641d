import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
const piers = await talk([ada, bo], 'running tides', 'piers')
await piers.say(bo, 'The **tide** runs out')
await piers.say(ada, 'The tide comes in')
await piers.say(bo, 'Nothing of the kind')
const cranes = await talk([ada, bo], 'grease', 'cranes')
const greased = await cranes.say(bo, 'No tide reaches <this> crane')
for (let number = 1; number <= 3; number += 1) await cranes.say(ada, `Later ${number}`)

const box = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

test('words are found and marked, and shown in their conversation', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  await page.keyboard.press('/')
  await expect.poll(() => box(page).evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('sender:Bo')
  await options(page).filter({ hasText: 'Bo Lindqvist' }).waitFor()
  // What is begun is completed.
  await page.keyboard.press('Enter')
  expect(await box(page).inputValue()).toBe('sender:"Bo Lindqvist" ')
  await page.keyboard.type('tide')
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).textContent()).toBe('Messages from Bo Lindqvist with “tide”')
  await messages(page).nth(1).waitFor()
  expect(await messages(page).locator('.content .highlight').allTextContents()).toEqual(['tide', 'tide'])
  const marked = page.getByRole('main').getByRole('heading', { level: 2 }).locator('.highlight')
  expect(await marked.allTextContents()).toEqual(['tides'])
  await expect.poll(() => messages(page).last().textContent()).toContain('<this> crane')
  expect(await violationsInBothThemes(page)).toEqual([])

  await messages(page).last().getByRole('link', { name: 'Show in conversation' }).click()
  await expect.poll(() => heading(page).textContent()).toBe('cranes › grease')
  expect(page.url()).toContain(`/near/${greased}`)
  await messages(page).nth(3).waitFor()
  expect(await messages(page).locator('.highlight').count()).toBe(0)
  await page.goBack()
  await expect.poll(() => box(page).inputValue()).toBe('sender:"Bo Lindqvist" tide')
})

test('suggests operators, streams, topics and what was searched for before', async () => {
  await using own = await harbour.pageOf(ada, {}, piers.path)
  const { page } = own
  await box(page).click()
  await options(page).filter({ hasText: 'Search here' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await box(page).inputValue()).toBe('stream:piers topic:"running tides" ')
  await box(page).fill('-strea')
  await options(page).filter({ hasText: 'in a stream' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('cr')
  await options(page).filter({ hasText: 'cranes' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type('tide')
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).textContent()).toBe('Messages not in #cranes with “tide”')
  await expect.poll(() => messages(page).count()).toBe(3)
  await box(page).fill('stream:cranes topic:')
  await options(page).filter({ hasText: 'grease' }).waitFor()
  await box(page).fill('is:un')
  await options(page).filter({ hasText: 'is:unread' }).waitFor()
  await box(page).fill('')
  await options(page).filter({ hasText: '-stream:cranes tide' }).click()
  await expect.poll(() => heading(page).textContent()).toBe('Messages not in #cranes with “tide”')
})

test('says that nothing was found, that a name means nothing, and that only the server can search', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  const search = async (text: string): Promise<void> => {
    await box(page).fill(text)
    await page.keyboard.press('Enter')
  }
  await search('zeppelin')
  await page.getByRole('heading', { name: 'No messages found' }).waitFor()
  await search('stream:nowhere tide')
  await page.getByRole('alert').filter({ hasText: 'No match for stream:nowhere' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await box(page).inputValue()).toBe('zeppelin')
  await own.context.setOffline(true)
  await search('crane')
  await page.getByRole('heading', { name: 'Couldn’t search' }).waitFor({ timeout: 20_000 })
})

test('is opened by a button on phones', async () => {
  await using own = await harbour.pageOf(ada, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = own
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await options(page).first().waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.type('crane')
  await page.keyboard.press('Enter')
  await messages(page).first().waitFor()
  expect(await box(page).isVisible()).toBe(false)
})

test('a name of several words needs no quotation marks, and is completed after a space', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  await box(page).fill('sender:bo li')
  await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringContaining('Bo Lindqvist')])
  await page.keyboard.press('Enter')
  expect(await box(page).inputValue()).toBe('sender:"Bo Lindqvist" ')
  await box(page).fill('sender:bo lindqvist kind')
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).textContent()).toBe('Messages from Bo Lindqvist with “kind”')
  await box(page).fill('stream:piers topic:running t')
  await options(page).filter({ hasText: 'running tides' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await box(page).inputValue()).toBe('stream:piers topic:"running tides" ')
  await box(page).fill('dm:ada park, bo l')
  await options(page).filter({ hasText: 'Bo Lindqvist' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await box(page).inputValue()).toBe('pm-with:"Ada Park, Bo Lindqvist" ')
  await box(page).fill('sender:nobody at all')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'sender:nobody at all' }).waitFor()
})

/** The search that a request is for; null for other requests. */
function searchIn(url: string): string | null {
  const narrow = JSON.parse(new URL(url).searchParams.get('narrow') ?? '[]') as { operator: string; operand: string }[]
  return narrow.find(({ operator }) => operator === 'search')?.operand ?? null
}

test('a search for words that are in too many old messages says what to do', async () => {
  provokes(refusalLine(400, 'messages'))
  await using own = await harbour.pageOf(ada)
  const { page } = own
  await page.route(/api\/v1\/messages\?/, (route) => {
    if (searchIn(route.request().url()) === null) return route.continue()
    return route.fulfill({ status: 400, json: { result: 'error', msg: 'Too many', code: 'SEARCH_TOO_BROAD' } })
  })
  await box(page).fill('tide')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Too many old messages have these words' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Change search' }).click()
  await expect.poll(() => box(page).evaluate((one) => one === document.activeElement)).toBe(true)
})

test('a search whose old hits cannot be read says why, and shows them when it is tried again', async () => {
  provokes(refusalLine(503, 'messages'))
  await using own = await harbour.pageOf(ada)
  const { page } = own
  let isLost = true
  await page.route(/api\/v1\/messages\?/, (route) => {
    if (!isLost || searchIn(route.request().url()) === null) return route.continue()
    return route.fulfill({ status: 503, json: { result: 'error', msg: 'Lost', code: 'OLD_TEXTS_UNAVAILABLE' } })
  })
  await box(page).fill('crane')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Couldn’t search' }).waitFor()
  await page.getByText('The storage with the texts of old messages doesn’t respond.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  isLost = false
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await messages(page).first().waitFor()
})

test('hits of a page that ended at a bound are followed by the others, and what fails there is said and tried again', async () => {
  provokes(refusalLine(503, 'messages'))
  const words = Array.from({ length: 4 }, (_, index) => `anemometer ${index}`)
  for (const word of words) await cranes.say(ada, word)
  await using own = await harbour.pageOf(ada)
  const { page } = own
  let isLost = true
  await page.route(/api\/v1\/messages\?/, (route) => {
    const url = new URL(route.request().url())
    if (searchIn(url.href) !== 'anemometer') return route.continue()
    // A page of two hits, as one at which the server has looked at too many.
    if (url.searchParams.get('anchor') === 'newest') {
      url.searchParams.set('num_before', '2')
      return route.continue({ url: url.href })
    }
    if (!isLost) return route.continue()
    return route.fulfill({ status: 503, json: { result: 'error', msg: 'Lost', code: 'OLD_TEXTS_UNAVAILABLE' } })
  })
  await box(page).fill('anemometer')
  await page.keyboard.press('Enter')
  await messages(page).filter({ hasText: words[3]! }).waitFor()
  await page.getByText('The storage with the texts of old messages doesn’t respond.').waitFor()
  expect(await messages(page).filter({ hasText: 'anemometer' }).count()).toBe(2)
  isLost = false
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  for (const word of words) await messages(page).filter({ hasText: word }).waitFor()
})

test('the key of searching selects what was searched for before', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  await box(page).fill('crane')
  await page.keyboard.press('Enter')
  await messages(page).first().waitFor()
  await page.keyboard.press('/')
  await options(page).first().waitFor()
  await page.keyboard.type('tide')
  expect(await box(page).inputValue()).toBe('tide')
})

test('words are offered to be searched for here and everywhere, on phones too', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using own = await harbour.pageOf(ada, phone, cranes.path)
  const { page } = own
  await messages(page).first().waitFor()
  // The button of the header gives way to that of the tab bar.
  const tabs = page.getByRole('navigation', { name: 'Quick navigation' })
  await tabs.getByRole('button', { name: 'Search', exact: true }).tap()
  await page.keyboard.type('tide')
  await options(page).filter({ hasText: 'in all messages' }).waitFor()
  await options(page).filter({ hasText: 'in this conversation' }).tap()
  await expect.poll(() => heading(page).textContent()).toBe('Messages in #cranes on “grease” with “tide”')
})

test.each([
  ['en', 'Unread and starred messages'],
  ['de', 'Ungelesene und markierte Nachrichten'],
])('the title joins kinds of messages as the language %s does', async (locale, title) => {
  await using own = await harbour.pageOf(ada, { locale }, '/#narrow/is/unread/is/starred')
  await expect.poll(() => heading(own.page).textContent()).toBe(title)
})
