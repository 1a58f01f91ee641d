import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, type Organization } from '../../dev/run/organization.ts'
import { webBuild } from '../../dev/run/web-build.ts'
import { startLargeServer, type LargeServer } from '../kit/large-server.ts'
import { newContext } from './kit/browser.ts'

const [peopleCount, streamCount] = [10_000, 1000]

/** Most elements of the page. */
const maxElements = 1000

/** Most names that one key looks at: a search in ten thousand names that are in order, and what the open page draws anew. */
const maxNamesOfKey = 600

/** The same for the quick switcher, which looks at each of the thousand streams a few times. */
const maxNamesOfSwitcher = 5000

let server: LargeServer
let small: Page
let large: Page
let requests: Map<Page, string[]>

/** Counts calls of what a name is compared, folded or searched with. */
const countingScript = `
  globalThis.nameCount = 0
  globalThis.elementCount = 0
  for (const name of ['normalize', 'toLowerCase', 'startsWith', 'indexOf']) {
    const original = String.prototype[name]
    String.prototype[name] = function (...given) {
      globalThis.nameCount += 1
      return original.apply(this, given)
    }
  }
  const { get } = Object.getOwnPropertyDescriptor(Intl.Collator.prototype, 'compare')
  Object.defineProperty(Intl.Collator.prototype, 'compare', {
    get() {
      const compare = get.call(this)
      return (a, b) => {
        globalThis.nameCount += 1
        return compare(a, b)
      }
    },
  })
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element) globalThis.elementCount += 1 + node.querySelectorAll('*').length
  }).observe(document, { childList: true, subtree: true })`

/** Resolves when the page looks at no more names in the time that it has left over. */
const untilIdle = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    let [before, idleCount] = [-1, 0]
    const look = () => {
      idleCount = globalThis.nameCount === before ? idleCount + 1 : 0
      before = globalThis.nameCount
      if (idleCount === 5) resolve()
      else requestIdleCallback(look)
    }
    look()
  })`)

/** What a page does meanwhile: names that it looks at, and elements that it adds. */
async function countsOf(page: Page, work: () => Promise<unknown>): Promise<{ names: number; elements: number }> {
  await untilIdle(page)
  await page.evaluate('globalThis.nameCount = globalThis.elementCount = 0')
  await work()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  return page.evaluate('({ names: globalThis.nameCount, elements: globalThis.elementCount })')
}

const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Two topics of a stream; the address of the first. */
async function talkIn({ owner: { wire } }: Organization): Promise<string> {
  await wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }], announce: false })
  for (const topic of ['low', 'high'])
    for (const content of ['The tide tables are up.', 'We leave before **nine**.'])
      await wire.ask('POST /messages', { type: 'stream', to: 'tides', topic, content })
  const { stream_id } = await wire.ask('GET /get_stream_id', { stream: 'tides' })
  return `/#narrow/stream/${stream_id}/topic/high`
}

async function open(organization: Organization): Promise<Page> {
  const address = await talkIn(organization)
  const context = await newContext({ viewport: { width: 1400, height: 900 } })
  // The pictures that people have by their rows were never uploaded.
  const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
  await context.route('**/user_avatars/**', (route) => route.fulfill(picture))
  const page = await context.newPage()
  await page.addInitScript(countingScript)
  await logIn(page, organization, organization.owner)
  const pageRequests: string[] = []
  page.on('request', (request) => pageRequests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('about:blank')
  await page.goto(organization.origin + address)
  await page.getByRole('main').getByRole('article').first().waitFor()
  await messageBox(page).waitFor()
  await page.getByRole('complementary').getByRole('heading').first().waitFor()
  requests.set(page, pageRequests)
  return page
}

beforeAll(async () => {
  requests = new Map()
  server = await startLargeServer(
    [
      { name: 'small', people: 10, streams: 20 },
      { name: 'large', people: peopleCount, streams: streamCount },
    ],
    '--assets',
    await webBuild(),
  )
  ;[small, large] = (await Promise.all(server.organizations.map(open))) as [Page, Page]
}, 120_000)

afterAll(async () => {
  await Promise.all([small, large].map((page) => page.context().close()))
  await server.stop()
})

const elements = (page: Page): Promise<number> => page.evaluate(`document.querySelectorAll('*').length`)

/** Requests to the API, without ids. */
const apiRequests = (page: Page): string[] =>
  requests
    .get(page)!
    .filter((request) => request.includes('/api/'))
    .map((request) => request.replace(/\d{5,}/, '{id}'))
    .toSorted()

test('ten thousand people and a thousand streams take no more requests, and few more elements', async () => {
  await Promise.all([small, large].map((page) => page.waitForLoadState('networkidle')))
  expect(apiRequests(large)).toEqual(apiRequests(small))
  expect(await elements(large)).toBeLessThan(maxElements)
})

test('each key that completes one of ten thousand names looks at few of them, and offers eight', async () => {
  await messageBox(large).fill('')
  for (const key of '@sailor 7') {
    const { names } = await countsOf(large, () => large.keyboard.type(key))
    expect(names, `names for the key ${key}`).toBeLessThan(maxNamesOfKey)
    await expect.poll(() => large.getByRole('option').count()).toBe(8)
  }
  expect(await large.getByRole('option').first().textContent()).toContain('Sailor 7')
})

test('the quick switcher looks at few of the people, and offers ten places', async () => {
  for (const key of ['Control+K', 's', 'a', 'i', 'l', 'o', 'r', ' ', '7']) {
    const { names } = await countsOf(large, () => large.keyboard.press(key))
    expect(names, `names for the key ${key}`).toBeLessThan(maxNamesOfSwitcher)
    await expect.poll(() => large.getByRole('option').count()).toBe(10)
  }
  await large.keyboard.press('Escape')
})

async function goTo(page: Page, topic: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: topic, exact: true }).click()
  await page.getByRole('heading', { name: topic }).waitFor()
  await page.getByRole('main').getByRole('article').first().waitFor()
}

test('switching to another conversation looks at as few names, and adds as few elements, as among ten people', async () => {
  await Promise.all([small, large].map((page) => goTo(page, 'high')))
  const [few, many] = await Promise.all([small, large].map((page) => countsOf(page, () => goTo(page, 'low'))))
  expect(many!.elements).toBeLessThan(1.2 * few!.elements)
  expect(many!.names).toBeLessThan(1.2 * few!.names)
})
