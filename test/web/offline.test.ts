/** What a page keeps for when there is no network. */
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'
import { saveNow, waitUntilSaved } from './kit/worker.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const allowed = { serviceWorkers: 'allow' } as const

/** A red dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

async function upload(person: Person, name: string): Promise<string> {
  const file = new File([dot], name, { type: 'image/png' })
  return (await person.wire.ask('POST /user_uploads', { file })).uri
}

const files = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('files'))) return ['no cache']
    return (await (await caches.open('files')).keys()).map(({ url }) => new URL(url).pathname)
  })

const isSeen = (page: Page): Promise<boolean> =>
  messages(page)
    .locator('img')
    .first()
    .evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0)

test('a page opens without the network, with the pictures that were seen, and logging out erases them', async () => {
  const tides = await talk([ada])
  const uri = await upload(ada, 'dot.png')
  await tides.say(ada, `[dot.png](${uri})`)
  await using own = await harbour.pageOf(ada, allowed, tides.path)
  const { page, context } = own
  await waitUntilSaved(page)
  await page.reload()
  await expect.poll(() => files(page)).toContain(uri)
  await saveNow(page)
  await context.setOffline(true)
  await page.reload()
  await messages(page).locator('img').waitFor()
  await expect.poll(() => isSeen(page)).toBe(true)

  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await expect.poll(() => files(page)).toEqual(['no cache'])
})

test('what is pressed is there without the network soon after the first message of the first visit', async () => {
  const tides = await talk([ada])
  await using own = await harbour.page('/login', allowed)
  const { page, context } = own
  await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await page.keyboard.press('Enter')
  await page.getByRole('banner').waitFor()
  await page.goto(harbour.origin + tides.path)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('High at nine')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await messages(page).first().waitFor()
  await waitUntilSaved(page)
  await context.setOffline(true)
  await messages(page).first().hover()
  await page.getByRole('button', { name: 'Add reaction' }).click()
  await page.getByRole('searchbox').last().waitFor()
  await page.keyboard.press('Escape')
  await messages(page).first().hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
  expect(await page.getByText('Check your connection').count()).toBe(0)
})

/** How many messages the browser's database has. */
const countStoredMessages = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('rivulet')
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('messages').objectStore('messages').count()
          counting.addEventListener('success', () => {
            opening.result.close()
            resolve(counting.result)
          })
        })
      }),
  )

test('logging out to join as someone else leaves nothing behind', async () => {
  const tides = await talk([ada])
  const uri = await upload(ada, 'shared.png')
  await tides.say(ada, `[shared.png](${uri})`)
  const { invitations } = await harbour.owner.wire.ask('POST /invites', {
    invitee_emails: 'nora@example.com',
    stream_ids: [(await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })).stream_id],
  })
  await using own = await harbour.pageOf(ada, allowed, tides.path)
  const { page } = own
  await waitUntilSaved(page)
  await page.reload()
  await expect.poll(() => files(page)).toContain(uri)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Nobody else may')
  await saveNow(page)
  const texts = () => page.evaluate(() => JSON.stringify(localStorage))
  expect(await texts()).toContain('Nobody else may')

  await page.goto(invitations[0]!.link_url)
  expect(await countStoredMessages(page)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Log out and join as someone else' }).click()
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor()

  expect(await files(page)).toEqual(['no cache'])
  expect(await texts()).not.toContain('Nobody else may')
  expect(await countStoredMessages(page)).toBe(0)
})

test('what was used least recently makes room', async () => {
  const tides = await talk([ada])
  const uri = await upload(ada, 'small.png')
  await using own = await harbour.pageOf(ada, allowed)
  const { page } = own
  await waitUntilSaved(page)
  await page.evaluate(async () => {
    const cache = await caches.open('files')
    const headers = { 'Content-Length': String(5 << 20) }
    for (let number = 0; number < 12; number += 1)
      await cache.put(`/user_uploads/${number}`, new Response('large', { headers }))
  })
  await tides.say(ada, `[small.png](${uri})`)
  await page.goto(harbour.origin + tides.path)
  await expect
    .poll(() => files(page))
    .toEqual([...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => `/user_uploads/${number}`), uri])
})

test('a file that one may not see any more is forgotten', async () => {
  const tides = await talk([ada])
  await using own = await harbour.pageOf(ada, allowed, tides.path)
  const { page } = own
  await waitUntilSaved(page)
  provokes(refusalLine(404, '/user_uploads'))
  await page.evaluate(async () => {
    const cache = await caches.open('files')
    await cache.put('/user_uploads/1/gone.png', new Response('old'))
    await fetch('/user_uploads/1/gone.png')
  })
  await expect.poll(() => files(page)).toEqual([])
})
