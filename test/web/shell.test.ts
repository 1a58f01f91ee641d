import { beforeAll, describe, expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'

const harbour = await Organization.found()
let mika: Person
beforeAll(async () => {
  mika = await harbour.person('Mika Paso')
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('the frame', () => {
  test('has its landmarks, and the name of the organization', async () => {
    await using own = await harbour.pageOf(mika)
    const { page } = own
    await page.getByRole('banner').getByText('Harbour Works').waitFor()
    await page.getByRole('navigation', { name: 'Streams' }).waitFor()
    await page.getByRole('complementary', { name: 'People' }).waitFor()
    await page.getByRole('main').getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    expect(await page.title()).toBe('Harbour Works · Rivulet')
  })

  test('says nothing of the connection while it works, and that it is lost', async () => {
    await using own = await harbour.pageOf(mika)
    const status = own.page.getByRole('status')
    await expect.poll(() => status.textContent()).toBe('')
    await own.context.setOffline(true)
    await expect.poll(() => status.textContent(), { timeout: 15_000 }).toBe('Offline')
    await own.context.setOffline(false)
    await expect.poll(() => status.textContent(), { timeout: 15_000 }).toBe('')
  })

  test('says that an address leads nowhere', async () => {
    await using own = await harbour.pageOf(mika, {}, '/#narrow/stream/999999-nothing')
    await own.page.getByRole('main').getByText('Nothing here').waitFor()
  })

  test.each([
    ['a phone', { width: 390, height: 844 }],
    ['a laptop', { width: 1280, height: 800 }],
  ])('hinders nobody on %s', async (_, viewport) => {
    await using own = await harbour.pageOf(mika, { viewport })
    expect(await violationsInBothThemes(own.page)).toEqual([])
  })
})

describe('on a phone', () => {
  test('streams and people are drawers', async () => {
    await using own = await harbour.pageOf(mika, phone)
    const { page } = own
    const streams = page.getByRole('navigation', { name: 'Streams' })
    const people = page.getByRole('complementary', { name: 'People' })
    expect(await streams.isVisible()).toBe(false)
    expect(await people.isVisible()).toBe(false)

    await page.getByRole('button', { name: 'Streams', exact: true }).tap()
    await streams.waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await streams.getByRole('link', { name: 'general' }).tap()
    await page.getByRole('heading', { name: 'general', level: 1 }).waitFor()
    await streams.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'People' }).tap()
    await people.getByRole('link', { name: 'Olga Owner' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).tap()
    await people.waitFor({ state: 'hidden' })
  })

  test('a drawer takes the focus, and gives it back with Escape', async () => {
    await using own = await harbour.pageOf(mika, phone)
    const { page } = own
    await page.getByRole('button', { name: 'Streams', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('link', { name: 'Inbox' }).evaluate((one) => one === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Streams' }).waitFor({ state: 'hidden' })
    expect(
      await page
        .getByRole('button', { name: 'Streams', exact: true })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true)
  })

  test('nothing is wider than the screen, and fingers find every link', async () => {
    await using own = await harbour.pageOf(mika, phone)
    await own.page.getByRole('button', { name: 'Streams', exact: true }).tap()
    expect(await own.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const link of await own.page.getByRole('navigation').getByRole('link').all())
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(42)
  })
})

test('the page asks nobody but the server', async () => {
  await using own = await harbour.page('/login')
  const hosts = new Set<string>()
  own.page.on('request', (request) => hosts.add(new URL(request.url()).host))
  const refused: string[] = []
  own.page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await own.page.reload()
  await own.page.getByRole('textbox', { name: 'Email' }).fill(mika.email)
  await own.page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('complementary', { name: 'People' }).getByRole('link').first().waitFor()
  expect([...hosts]).toEqual([new URL(harbour.origin).host])
  expect(refused).toEqual([])
})
