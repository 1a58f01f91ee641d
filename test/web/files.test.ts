import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
await ada.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }] })
const { stream_id } = await ada.wire.ask('GET /get_stream_id', { stream: 'tides' })

const at = (topic: string): string => `/#narrow/stream/${stream_id}-tides/topic/${topic}`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

const file = { name: 'table [1].txt', mimeType: 'text/plain', buffer: Buffer.from('high water') }

async function attach(page: Page, ...files: (typeof file)[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files)
}

async function textIn(topic: string): Promise<string | undefined> {
  const narrow = [
    { operator: 'stream', operand: stream_id },
    { operator: 'topic', operand: topic },
  ]
  const options = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const
  return (await ada.wire.ask('GET /messages', { ...options, narrow })).messages.at(-1)?.content
}

const uploaded = /^\[table 1 \.txt\]\(\/user_uploads\/\d+\/.+\/table.*\.txt\)$/

const chips = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

/** Waits until a file is attached and uploaded. */
const isAttached = (page: Page, name = 'table 1 .txt') => page.getByRole('button', { name: `Remove ${name}` }).waitFor()

test('files are chosen, uploaded and sent', async () => {
  await using own = await harbour.pageOf(ada, {}, at('chosen'))
  await attach(own.page, file)
  await isAttached(own.page)
  expect(await message(own.page).inputValue()).toBe('')
  expect(await own.page.getByRole('progressbar').count()).toBe(0)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await own.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => textIn('chosen')).toMatch(uploaded)
  expect(await chips(own.page).count()).toBe(0)
})

test('files stay with the text that is typed, over a reload and in a draft, and are removed', async () => {
  await using own = await harbour.pageOf(ada, {}, at('kept'))
  const { page } = own
  await message(page).fill('Look at')
  await attach(page, file, { ...file, name: 'buoys.txt' })
  await isAttached(page)
  await isAttached(page, 'buoys.txt')
  await message(page).press('End')
  await page.keyboard.type(' these')
  expect(await message(page).inputValue()).toBe('Look at these')
  await page.reload()
  await isAttached(page, 'buoys.txt')
  expect(await message(page).inputValue()).toBe('Look at these')
  await page.getByRole('button', { name: 'Remove table 1 .txt' }).click()
  await expect.poll(() => chips(page).count()).toBe(1)
  await page.getByRole('link', { name: 'Inbox' }).click()
  const draft = async () => (await ada.wire.ask('GET /drafts')).drafts.find(({ topic }) => topic === 'kept')?.content
  await expect.poll(draft).toMatch(/^Look at these\n\n\[buoys\.txt\]\(\/user_uploads\/\S+\)$/)
})

test('files of a message are chips while it is edited', async () => {
  const { uri } = await ada.wire.ask('POST /user_uploads', { file: new File(['high water'], 'buoys.txt') })
  const whole = { type: 'stream', to: 'tides', topic: 'edited', content: `- A list\n\n[buoys.txt](${uri})` } as const
  await ada.wire.ask('POST /messages', whole)
  await using own = await harbour.pageOf(ada, {}, at('edited'))
  const { page } = own
  await page.getByRole('article').filter({ hasText: 'A list' }).hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('article').getByRole('textbox')
  await expect.poll(() => editor.inputValue()).toBe('- A list')
  await editor.press('End')
  await page.keyboard.type(' of buoys')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => textIn('edited')).toBe(`- A list of buoys\n\n[buoys.txt](${uri})`)
})

test('a file that is not uploaded yet is not sent later, and a failed upload is tried again', async () => {
  await using own = await harbour.pageOf(ada, {}, at('failed'))
  const { page, context } = own
  provokes(refusalLine(400, '/user_uploads'))
  let isRefused = true
  await context.route('**/user_uploads', (route) => {
    if (!isRefused) return route.continue()
    const body = JSON.stringify({ result: 'error', msg: 'No room', code: 'BAD_REQUEST' })
    return route.fulfill({ status: 400, contentType: 'application/json', body })
  })
  await attach(page, file)
  await page.getByRole('alert').getByText('No room').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByText('Wait until the files are uploaded').waitFor()
  isRefused = false
  await page.getByRole('button', { name: 'Upload table 1 .txt again' }).click()
  await isAttached(page)
})

test('a message need not wait for its files, and nothing is lost by a reload', async () => {
  // When it is tried again, nobody wrote there.
  const topic = `patient ${Date.now()}`
  await using own = await harbour.pageOf(ada, {}, at(encodeURIComponent(topic).replaceAll('%', '.')))
  const { page, context } = own
  provokes(abortedLine)
  await context.route('**/user_uploads', (route) => route.abort())
  await attach(page, file)
  await page.getByRole('progressbar', { name: 'Uploading table 1 .txt' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  expect(await message(page).inputValue()).toBe('')
  await context.unroute('**/user_uploads')
  await page.reload()
  await expect.poll(() => textIn(topic), { timeout: 20_000 }).toMatch(uploaded)
})

test('an upload is cancelled, and leaves nothing in the text', async () => {
  await using own = await harbour.pageOf(ada, {}, at('cancelled'))
  const { page, context } = own
  await context.route('**/user_uploads', () => undefined)
  await message(page).fill('Look at')
  await attach(page, file)
  await page.getByRole('button', { name: 'Cancel table 1 .txt' }).click()
  expect(await message(page).inputValue()).toBe('Look at')
  expect(await chips(page).count()).toBe(0)
  expect(await page.getByRole('progressbar').count()).toBe(0)
})

const fileInPage = (page: Page) =>
  page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['high water'], 'table [1].txt', { type: 'text/plain' }))
    return data
  })

test('files are taken from a paste', async () => {
  await using own = await harbour.pageOf(ada, {}, at('paste'))
  const { page } = own
  await message(page).waitFor()
  await message(page).evaluate(
    (box, clipboardData) => box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    await fileInPage(page),
  )
  await isAttached(page)
})

/** Holds a file over something and drops it there. Whether the browser would open it instead. */
async function dropOn(page: Page, target: Locator): Promise<boolean> {
  const data = await fileInPage(page)
  return target.evaluate((one, dataTransfer) => {
    const send = (type: string) =>
      one.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }))
    return [send('dragenter'), send('dragover'), send('drop')].slice(1).some(Boolean)
  }, data)
}

test('files are taken from wherever they are dropped', async () => {
  await using own = await harbour.pageOf(ada, {}, at('drop'))
  const { page } = own
  await message(page).waitFor()
  const data = await fileInPage(page)
  await page.getByRole('main').dispatchEvent('dragover', { dataTransfer: data })
  await page.getByText('Drop to attach').waitFor()
  for (const target of [page.getByRole('main'), page.getByRole('navigation', { name: 'Streams' }), message(page)])
    expect(await dropOn(page, target)).toBe(false)
  await expect.poll(() => chips(page).count()).toBe(3)
  await page.getByText('Drop to attach').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('button', { name: 'New message' }).waitFor()
  expect(await dropOn(page, page.getByRole('main'))).toBe(false)
  await page.getByRole('combobox', { name: 'To', exact: true }).waitFor()
  await expect.poll(() => chips(page).count()).toBe(1)
})

test('a file that is dropped where nothing takes it does not open in place of the page', async () => {
  await using own = await harbour.page('/login')
  await own.page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await dropOn(own.page, own.page.locator('body'))).toBe(false)
})

test('a file that is too large is told of', async () => {
  await using own = await harbour.pageOf(ada, {}, at('large'))
  await message(own.page).waitFor()
  // Made in the page: so many bytes take long to get there.
  const film = await own.page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(26 * 2 ** 20)], 'film.mov'))
    return data
  })
  await own.page.getByRole('main').dispatchEvent('drop', { dataTransfer: film })
  await own.page.getByText('Couldn’t attach film.mov').waitFor()
  expect(await message(own.page).inputValue()).toBe('')
})
