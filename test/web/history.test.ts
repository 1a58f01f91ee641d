import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

/** Most elements of a page with a long list. */
const maxElements = 4000

const tides = await talk([ada, bo])
const count = 2000
for (let number = 0; number < count; number += 50)
  await Promise.all(Array.from({ length: 50 }, (_, index) => tides.say(ada, `Number ${number + index + 1}`)))

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

test(
  'what is read does not move while older messages come, and the page stays small',
  { timeout: 120_000 },
  async () => {
    await ada.wire.ask('POST /mark_all_as_read')
    await using own = await harbour.pageOf(ada, {}, tides.path)
    const { page } = own
    // The bar with the offer of notices comes meanwhile, above what is read. A browser without a screen may have refused them.
    await own.context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
    await page.reload()
    await messages(page).nth(45).waitFor()
    const box = (await messages(page).last().boundingBox())!
    await page.mouse.move(box.x + 300, 400)
    const seen = new Set<string>()
    const moves: number[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      const before = await page.evaluate(() => {
        const all = [...document.querySelectorAll('article')]
        const one = all.find((article) => article.getBoundingClientRect().top > 300)!
        return {
          id: one.dataset['id']!,
          top: one.getBoundingClientRect().top,
          scrolled: document.querySelector('.feed')!.scrollTop,
        }
      })
      await page.mouse.wheel(0, -300)
      // As quickly as somebody turns it. Without a pause, it would come to the end of what is loaded and move nothing.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)))
      // A busy browser turns the wheel later than it was told to.
      const after = await page.evaluate(async ({ id, top }) => {
        const one = document.querySelector(`article[data-id="${id}"]`)!
        while (one.isConnected && one.getBoundingClientRect().top === top) await new Promise(requestAnimationFrame)
        return { top: one.getBoundingClientRect().top, count: document.querySelectorAll('article').length }
      }, before)
      seen.add(before.id)
      moves.push(Math.round(after.top - before.top))
      expect(after.count).toBeLessThanOrEqual(121)
    }
    // Each turn of the wheel moves what is read by as much, whatever is loaded.
    expect(seen.size).toBeGreaterThan(35)
    expect(moves.filter((move) => Math.abs(move - 300) > 1)).toEqual([])
    expect(await elements(page)).toBeLessThan(maxElements)
    const offer = page.getByRole('region', { name: 'Notifications' })
    await offer.waitFor()
    const read = messages(page).nth(60)
    const { y } = (await read.boundingBox())!
    await offer.getByRole('button', { name: 'Not now' }).click()
    await offer.waitFor({ state: 'detached' })
    expect((await read.boundingBox())!.y).toBe(y)
  },
)
