import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const laptop = { viewport: { width: 1280, height: 800 } }

const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text })

/** Whether two things share a pixel. */
async function doOverlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test.each([
  ['a phone', phone],
  ['a laptop', laptop],
])(
  'what is said lies beside the box in which one writes on %s, and goes soon if it is seen anyway',
  async (_, size) => {
    const place = await talk([ada, bo])
    await place.say(bo, 'High at nine')
    await using own = await harbour.pageOf(
      ada,
      { ...size, permissions: ['clipboard-read', 'clipboard-write'] },
      place.path,
    )
    const { page } = own
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.waitFor()
    await messages(page).last().focus()
    await page.keyboard.press('l')
    await toast(page, /copied/i).waitFor()
    expect(await doOverlap(toast(page, /copied/i), page.locator('.compose'))).toBe(false)
    // Said again, it stands there once.
    await page.keyboard.press('l')
    await page.keyboard.press('l')
    expect(await toast(page, /copied/i).count()).toBe(1)
    await toast(page, /copied/i).waitFor({ state: 'hidden', timeout: 4000 })
  },
)

test('what can be taken back lies beside the button for new messages, and waits for who points at it', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'Low at three')
  await using own = await harbour.pageOf(ada, laptop, '/#inbox')
  const { page } = own
  await page.clock.install()
  await page.getByRole('main').getByRole('button', { name: 'Mark as read' }).first().click()
  const done = toast(page, 'marked as read')
  await done.waitFor()
  expect(await doOverlap(done, page.getByRole('button', { name: 'New message' }))).toBe(false)
  await done.hover()
  await page.clock.fastForward(30_000)
  expect(await done.isVisible()).toBe(true)
  await page.mouse.move(0, 0)
  await page.clock.fastForward(5000)
  await done.waitFor({ state: 'hidden' })
})
