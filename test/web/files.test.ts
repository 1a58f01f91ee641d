import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hindrancesInBothThemes } from './kit/axe.ts'
import { aborted, provokes } from './kit/console.ts'
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

const uploaded = /^\[table {2}1 \.txt\]\(\/user_uploads\/\d+\/.+\/table.*\.txt\)$/

test('files are chosen, uploaded and sent', async () => {
  await using own = await harbour.pageOf(ada, {}, at('chosen'))
  await attach(own.page, file)
  await expect.poll(async () => (await message(own.page).inputValue()).trim()).toMatch(uploaded)
  expect(await own.page.getByRole('progressbar').count()).toBe(0)
  await own.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => textIn('chosen')).toMatch(uploaded)
})

test('a message need not wait for its files, and nothing is lost by a reload', async () => {
  await using own = await harbour.pageOf(ada, {}, at('patient'))
  const { page, context } = own
  provokes(aborted)
  await context.route('**/user_uploads', (route) => route.abort())
  await attach(page, file)
  await page.getByRole('progressbar', { name: 'Uploading table 1 .txt' }).waitFor()
  expect(await hindrancesInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  expect(await message(page).inputValue()).toBe('')
  await context.unroute('**/user_uploads')
  await page.reload()
  await expect.poll(() => textIn('patient'), { timeout: 20_000 }).toMatch(uploaded)
})

test('an upload is cancelled, and leaves nothing in the text', async () => {
  await using own = await harbour.pageOf(ada, {}, at('cancelled'))
  const { page, context } = own
  await context.route('**/user_uploads', () => undefined)
  await message(page).fill('Look at')
  await attach(page, file)
  await page.getByRole('button', { name: 'Cancel table 1 .txt' }).click()
  expect((await message(page).inputValue()).trim()).toBe('Look at')
  expect(await page.getByRole('progressbar').count()).toBe(0)
})

test.each(['paste', 'drop'])('files are taken from a %s', async (type) => {
  await using own = await harbour.pageOf(ada, {}, at(type))
  const { page } = own
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['high water'], 'table [1].txt', { type: 'text/plain' }))
    return data
  })
  if (type === 'drop') await message(page).dispatchEvent('drop', { dataTransfer: data })
  else
    await message(page).evaluate(
      (box, clipboardData) => box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
      data,
    )
  await expect.poll(async () => (await message(page).inputValue()).trim()).toMatch(uploaded)
})

test('a file that is too large is told of', async () => {
  await using own = await harbour.pageOf(ada, {}, at('large'))
  await attach(own.page, { ...file, name: 'film.mov', buffer: Buffer.alloc(26 * 2 ** 20) })
  await own.page.getByText('film.mov is too large').waitFor()
  expect(await message(own.page).inputValue()).toBe('')
})
