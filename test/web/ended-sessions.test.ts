/** What becomes of a page, and of what the browser keeps, when its session ends or somebody else logs in. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { backgroundOf } from './kit/background.ts'
import { abortedLine, provokes, refusalLine } from './kit/console.ts'
import { Organization, password, type Person } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'
import { saveNow, waitUntilSaved } from './kit/worker.ts'

const harbour = await Organization.found('Harbour Works')
const { owner } = harbour
const allowed = { serviceWorkers: 'allow' } as const

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Log in' })

async function send(page: Page, content: string): Promise<void> {
  await box(page).fill(content)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await messages(page).filter({ hasText: content }).waitFor()
}

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('banner').waitFor()
}

/** Allows 401 in the console, because the client may send a request before its socket says that the session has ended. */
const mayBeRefused = () => provokes(refusalLine(401))

function endSessions({ id }: Person) {
  mayBeRefused()
  return owner.wire.ask('DELETE /users/{user_id}/sessions', { user_id: id })
}

/** Everything that the browser keeps for this address, as one text. Of what was loaded only the client itself is left out. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name!)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const reads = [...db.objectStoreNames].map((store) => db.transaction(store).objectStore(store).getAll())
      for (const reading of reads) {
        if (reading.readyState !== 'done') await new Promise((resolve) => reading.addEventListener('success', resolve))
        found.push(reading.result)
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        found.push(request.url, name.startsWith('shell') ? '' : await (await cache.match(request))!.text())
    }
    return JSON.stringify(found)
  })

/** Cuts one page off from the server, as its context does for all pages; what it returns brings it back. */
async function cutOff(page: Page, { withSockets }: { withSockets: boolean }): Promise<() => Promise<void>> {
  // The stand-in for sockets goes on speaking to one that has ended.
  provokes(abortedLine, /WebSocket is already in CLOSING or CLOSED state/)
  let isCut = false
  const cuts: (() => unknown)[] = []
  await page.routeWebSocket(/\/api\/v1\/events/, (socket) => {
    const cut = (): unknown => socket.close()
    if (isCut) cut()
    else {
      socket.connectToServer()
      cuts.push(cut)
    }
  })
  await page.reload()
  // What nobody waits for has been loaded: windows tell each other of sessions from then on.
  await backgroundOf(page)
  isCut = true
  await page.route('**/api/**', (route) => route.abort())
  for (const cut of cuts) cut()
  return async () => {
    isCut = !withSockets
    await page.unroute('**/api/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
  }
}

describe('what was written in a window of one account while another one logs in', () => {
  test.each([
    ['and sockets get through', true, true],
    ['and sockets do not get through', false, true],
    ['and the windows cannot tell each other', false, false],
  ])('is never sent as that one, and goes out once as the first, %s', async (_, withSockets, mayTell) => {
    const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
    const tides = await talk([ada, bo])
    await using own = await harbour.pageOf(ada, {}, tides.path)
    const { page, context } = own
    const comeBack = await cutOff(page, { withSockets })
    await send(page, 'written by Ada')
    await messages(page).getByText('Sending').waitFor()

    if (!mayTell) await context.addInitScript(() => (BroadcastChannel.prototype.postMessage = () => undefined))
    const second = await context.newPage()
    await second.goto(`${harbour.origin}/login`)
    await logIn(second, bo)
    mayBeRefused()
    await comeBack()
    await page.getByRole('alert').getByText('Someone else logged in on this device.').waitFor()
    await second.goto(harbour.origin + tides.path)
    await second.getByRole('heading', { name: 'high water' }).first().waitFor()
    expect(await messages(second).count()).toBe(0)

    await second.getByRole('button', { name: 'Your account' }).click()
    await second.getByRole('menuitem', { name: 'Log out' }).click()
    await loginHeading(second).waitFor()
    await logIn(second, ada)
    const readStored = async () =>
      (
        await ada.wire.ask('GET /messages', { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false })
      ).messages
        .map(({ sender_full_name, content }) => `${sender_full_name}: ${content}`)
        .filter((line) => line.includes('written by'))
    await expect.poll(readStored).toEqual(['Ada Park: written by Ada'])
    await page.close()
    await second.reload()
    await second.getByRole('banner').waitFor()
    expect(await readStored()).toEqual(['Ada Park: written by Ada'])
  })
})

/** A page of somebody who has read a message, seen its picture, sent one, and written two that were not sent. */
async function reading() {
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  const tides = await talk([ada, bo])
  const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const file = new File([dot], 'secretdot.gif', { type: 'image/gif' })
  const { uri } = await bo.wire.ask('POST /user_uploads', { file })
  await tides.say(bo, `Between us alone [secretdot.gif](${uri})`)
  const own = await harbour.pageOf(ada, allowed, tides.path)
  const { page } = own
  await waitUntilSaved(page)
  await page.reload()
  await messages(page).filter({ hasText: 'Between us alone' }).waitFor()
  await send(page, 'sent before')
  await expect.poll(() => messages(page).getByText('Sending').count()).toBe(0)
  await expect.poll(() => storedText(page)).toContain('secretdot.gif')
  const comeBack = await cutOff(page, { withSockets: true })
  await send(page, 'waits to be sent')
  await box(page).fill('not finished')
  await saveNow(page)
  for (const text of ['Between us alone', 'Bo Lindqvist', 'sent before', 'waits to be sent', 'not finished'])
    expect(await storedText(page)).toContain(text)
  return { ada, bo, tides, own, page, comeBack }
}

/** What somebody could see, of which nothing may be left. */
const seenTexts = [
  'Between us alone',
  'secretdot',
  'sent before',
  'Bo Lindqvist',
  'Ada Park',
  'Harbour Works',
  'general',
]

const textsIn = (texts: readonly string[], all: string) => texts.filter((text) => all.includes(text))

/** Without the network, there is the login and nothing of the organization. */
async function expectNothingOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.goto(harbour.origin)
  await loginHeading(page).waitFor()
  expect(textsIn(seenTexts, (await page.content()) + (await page.title()))).toEqual([])
  await page.context().setOffline(false)
}

test('a session that is ended from elsewhere takes what could be seen, and leaves what was not sent to whoever wrote it', async () => {
  const { ada, bo, tides, own, page, comeBack } = await reading()
  await using _ = own
  await endSessions(ada)
  await comeBack()
  await page
    .getByRole('alert')
    .getByText('You were logged out. Unsent messages stay on this device until you log in again.')
    .waitFor()
  await expect.poll(async () => textsIn(seenTexts, await storedText(page))).toEqual([])
  expect(textsIn(['waits to be sent', 'not finished'], await storedText(page))).toEqual([
    'waits to be sent',
    'not finished',
  ])
  await expectNothingOffline(page)
  expect(await page.title()).toBe('Rivulet')

  // Somebody else does not find it.
  await page.goto(`${harbour.origin}/login`)
  await logIn(page, bo)
  await page.goto(harbour.origin + tides.path)
  await messages(page).filter({ hasText: 'sent before' }).waitFor()
  expect(await box(page).inputValue()).toBe('')
  expect(await messages(page).filter({ hasText: 'waits to be sent' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await loginHeading(page).waitFor()
  await expect.poll(async () => textsIn(seenTexts, await storedText(page))).toEqual([])

  // Whoever wrote it does.
  await logIn(page, ada)
  await page.goto(harbour.origin + tides.path)
  const sent = messages(page).filter({ hasText: 'waits to be sent' })
  await sent.waitFor()
  await expect.poll(() => sent.getByText('Sending').count()).toBe(0)
  expect(await sent.count()).toBe(1)
  expect(await box(page).inputValue()).toBe('not finished')
})

test('of a deactivated account nothing is left', async () => {
  const { ada, own, page, comeBack } = await reading()
  await using _ = own
  mayBeRefused()
  await owner.wire.ask('DELETE /users/{user_id}', { user_id: ada.id })
  await comeBack()
  await page.getByRole('alert').getByText('This account is deactivated.').waitFor()
  await expect
    .poll(async () => textsIn([...seenTexts, 'waits to be sent', 'not finished'], await storedText(page)))
    .toEqual([])
  await expectNothingOffline(page)
})

test('a page that was closed when its session ended learns it when it opens, and the next time nothing is there', async () => {
  const { ada, own, page } = await reading()
  await using _ = own
  await page.close()
  await endSessions(ada)
  const next = await own.context.newPage()
  await next.goto(harbour.origin)
  await next.getByRole('alert').getByText('You were logged out.').waitFor()
  await expect.poll(async () => textsIn(seenTexts, await storedText(next))).toEqual([])
  await expectNothingOffline(next)
})

test('all windows of a browser follow, also one that hears nothing of the server', async () => {
  const ada = await harbour.person('Ada Park')
  await using own = await harbour.pageOf(ada)
  const other = await own.context.newPage()
  await other.goto(harbour.origin)
  await cutOff(other, { withSockets: false })
  await endSessions(ada)
  for (const page of [own.page, other]) await page.getByRole('alert').getByText('You were logged out.').waitFor()
})

test('a network that fails takes nothing', async () => {
  const { own, page, comeBack } = await reading()
  await using _ = own
  await page.reload()
  await messages(page).filter({ hasText: 'Between us alone' }).waitFor()
  await comeBack()
  await expect.poll(() => messages(page).getByText('Sending').count()).toBe(0)
  expect(textsIn(seenTexts.slice(0, 3), await storedText(page))).toEqual(seenTexts.slice(0, 3))
})

test('who comes first asks for nothing that is refused, wherever they come in', async () => {
  const link = (await owner.wire.ask('POST /invites/multiuse', {})).invite_link
  const ada = await harbour.person('Ada Park')
  const { reset_url } = await owner.wire.ask('POST /users/{user_id}/password_reset', { user_id: ada.id })
  for (const path of ['/', '/login', new URL(link).pathname, '/join', new URL(reset_url).pathname, '/reset']) {
    await using own = await harbour.page('/icon.svg')
    const refused: string[] = []
    own.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    await own.page.goto(harbour.origin + path)
    await own.page.getByRole('heading', { level: 1 }).waitFor()
    await own.page.waitForLoadState('networkidle')
    expect(refused, path).toEqual([])
  }
})
