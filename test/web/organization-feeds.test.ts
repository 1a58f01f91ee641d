/** Feeds among the integrations: adding one by its address, and its page. The feeds come from a real server. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

let server: Server
let origin: string

const feedOf = (title: string): string =>
  `<rss version="2.0"><channel><title>${title}</title><item><guid>1</guid><title>First</title></item></channel></rss>`

const documents: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  '/tides.xml': { type: 'application/rss+xml', body: feedOf('Tides') },
  '/moon.xml': { type: 'application/rss+xml', body: feedOf('Moon') },
  '/blog': {
    type: 'text/html',
    body: '<!doctype html><link rel="alternate" type="application/rss+xml" href="/tides.xml"><p>Blog</p>',
  },
  '/about': { type: 'text/html', body: '<!doctype html><p>About</p>' },
}

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const document = documents[url ?? '']
    if (document === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': document.type }).end(document.body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** An organization with a member and its stream. */
async function world() {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const { stream_id } = await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })
  return { harbour, ada, stream_id }
}

const isFocused = (element: Element): boolean => element === document.activeElement

/** What screen readers say about the field beside its name. */
const descriptionOf = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    element
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)!.textContent)
      .join(' '),
  )

test('a feed is found by its format, refused at its field if its address is wrong, and added by the page that links to it', async () => {
  provokes(refusalLine(400, '/integrations'))
  const { harbour, ada } = await world()
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Integrations')
  await settings.getByRole('button', { name: 'Add an integration' }).click()
  const find = settings.getByRole('searchbox', { name: 'Find a service' })
  for (const format of ['feed', 'atom', 'rss']) {
    await find.fill(format)
    await settings.getByText('1 service', { exact: true }).waitFor()
    await settings.getByRole('button', { name: 'RSS' }).waitFor()
  }
  await find.press('Enter')

  const address = settings.getByRole('textbox', { name: 'Address of the feed' })
  const add = settings.getByRole('button', { name: 'Add an integration' })
  expect(await settings.getByRole('radio', { name: 'All events' }).count()).toBe(0)
  await settings.getByRole('combobox', { name: 'Posts to' }).selectOption('#general')
  await settings.getByRole('radio', { name: 'Title of the feed' }).waitFor()
  await address.fill('x'.repeat(2100))
  expect(await address.inputValue()).toHaveLength(2000)
  const refusals = {
    '': 'Enter the address of the feed.',
    'http://192.168.1.1/feed': 'This isn’t the address of a public server.',
    [`${origin}/nothing.xml`]: 'The server of the feed answers with an error. Check the address.',
    [`${origin}/about`]: 'There is no RSS, Atom, or JSON Feed at this address.',
  }
  for (const [wrong, problem] of Object.entries(refusals)) {
    await address.fill(wrong)
    await add.click()
    await settings.getByRole('alert').getByText(problem).waitFor()
    await expect.poll(() => address.evaluate(isFocused)).toBe(true)
    expect(await descriptionOf(address)).toContain(problem)
  }
  expect(await violationsInBothThemes(own.page)).toEqual([])
  expect((await ada.wire.ask('GET /realm/integrations')).integrations).toEqual([])

  await address.fill(`${origin}/blog`)
  await settings.getByRole('textbox', { name: 'Name of the bot' }).fill('Tide news')
  await add.click()
  await settings.getByText(/^Tide news was added\. New entries will be posted\./).waitFor()
  await settings.getByText(/It will be read again after /).waitFor()
  expect(await settings.getByRole('heading', { name: 'Address' }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Send a test message' }).click()
  await settings.getByRole('link', { name: 'Show the test message' }).waitFor()
  await settings.getByRole('button', { name: 'Go to the integration' }).click()
  const setting = settings.getByRole('textbox', { name: 'Address of the feed' })
  expect(await setting.inputValue()).toBe(`${origin}/tides.xml`)
})

test('the page of a feed says when it is read, and changes its address; it has no key, secret or steps', async () => {
  provokes(refusalLine(400, '/integrations'))
  const { harbour, ada, stream_id } = await world()
  const feed_url = `${origin}/tides.xml`
  const choices = { service: 'rss', full_name: 'Tide news', feed_url, stream_id }
  const { bot_id } = await ada.wire.ask('POST /integrations', choices)
  const readFeedUrl = async () => (await ada.wire.ask('GET /realm/integrations')).integrations[0]!.feed_url
  await using own = await harbour.pageOf(ada, {}, `/#organization/integrations/${bot_id}`)
  const settings = own.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByText('#general, topic by title of the feed').filter({ visible: true }).waitFor()
  await settings.getByText('No new entries yet.').waitFor()
  await settings.getByText(/It was read on .* It will be read again after /).waitFor()
  for (const name of ['Address', 'Secret', 'In RSS'])
    expect(await settings.getByRole('heading', { name, exact: true }).count()).toBe(0)
  expect(await settings.getByText('All events').filter({ visible: true }).count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])

  const address = settings.getByRole('textbox', { name: 'Address of the feed' })
  await address.fill(`${origin}/about`)
  await address.press('Enter')
  await settings.getByRole('alert').getByText('There is no RSS, Atom, or JSON Feed at this address.').waitFor()
  expect(await readFeedUrl()).toBe(feed_url)
  await address.fill(`${origin}/moon.xml`)
  await address.press('Enter')
  await expect.poll(readFeedUrl).toBe(`${origin}/moon.xml`)
  await settings.getByText(/It was read on .* It will be read again after /).waitFor()
})
