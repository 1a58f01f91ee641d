import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const boat = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Links to pictures that are uploaded from a page. */
const uploadPictures = (page: Page, ...names: string[]): Promise<string> =>
  page.evaluate(
    async ([bytes, names]) => {
      const picture = new Blob([Uint8Array.from(atob(bytes), (one) => one.codePointAt(0)!)], { type: 'image/png' })
      const uris = names.map(async (name) => {
        const body = new FormData()
        body.append('file', picture, name)
        const headers = { 'X-Requested-With': 'test' }
        const answer = await fetch('/api/v1/user_uploads', { method: 'POST', body, headers })
        return `[${name}](${((await answer.json()) as { uri: string }).uri})`
      })
      return (await Promise.all(uris)).join('\n')
    },
    [boat, names] as const,
  )

// The picture of another site is nowhere. A page asks for it when it shows or keeps the message, in whichever test that is.
beforeEach(() => provokes(refusalLine(404, '/external_content')))

test('pictures open in a window, which is gone through and left by keys', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await tides.say(bo, 'https://pictures.example.com/cat.png')
  await tides.say(ada, await uploadPictures(page, 'boat.png', 'quay.png'))
  const link = messages(page).last().getByRole('link', { name: 'quay.png' }).last()
  await expect.poll(() => link.evaluate((one) => one.closest('.message_inline_image')!.clientHeight)).toBe(150)
  await link.click()
  const quay = page.getByRole('dialog', { name: 'quay.png' })
  await quay.getByText('Ada Park').waitFor()
  await quay.getByRole('status').getByText('3 of 3').waitFor()
  expect(await quay.getByRole('link', { name: 'Open original' }).getAttribute('rel')).toBe('noopener noreferrer')
  const scale = () => quay.getByRole('img').evaluate((one) => one.style.transform)
  await page.keyboard.press('+')
  expect(await scale()).toContain('scale(1.5)')
  await page.keyboard.press('0')
  expect(await scale()).toBe('')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'boat.png' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  const cat = page.getByRole('dialog', { name: 'cat.png' })
  await cat.getByText('Bo Lindqvist').waitFor()
  await cat.getByText('Couldn’t load this image.').waitFor()
  expect(await cat.getByRole('button', { name: 'Previous image' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await cat.waitFor({ state: 'hidden' })
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)

  await page.keyboard.press('v')
  await page.getByRole('dialog', { name: 'boat.png' }).waitFor()
})

test('a picture is enlarged by a double click, and drawn about as far as its edge', async () => {
  const tides = await talk([ada])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await tides.say(ada, await uploadPictures(page, 'boat.png'))
  await messages(page).getByRole('link', { name: 'boat.png' }).last().click()
  const picture = page.getByRole('dialog', { name: 'boat.png' }).getByRole('img')
  await picture.dblclick()
  expect(await picture.evaluate((one) => one.style.transform)).toContain('scale(2)')
  await page.mouse.move(600, 400)
  await page.mouse.down()
  await page.mouse.move(620, 400)
  await page.mouse.move(4000, 400)
  await page.mouse.up()
  const shift = await picture.evaluate((one) => [one.style.transform, one.parentElement!.clientWidth / 2] as const)
  expect(shift[0]).toContain(`translate(${shift[1]}px`)
})

test('what is long is folded, and stays open once it was opened', async () => {
  const tides = await talk([ada])
  await tides.say(ada, Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n'))
  await tides.say(ada, 'Short')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  const long = messages(page).first()
  const height = () => long.evaluate((one) => one.clientHeight / innerHeight)
  const more = long.getByRole('button', { name: 'Show more' })
  await more.waitFor()
  expect(await height()).toBeLessThan(0.75)
  expect(await messages(page).last().getByRole('button', { name: 'Show more' }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])
  await more.click()
  expect(await height()).toBeGreaterThan(1)
  await page.getByRole('link', { name: 'All messages' }).click()
  await page.getByRole('heading', { name: 'All messages' }).waitFor()
  await page.goBack()
  await long.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
  await long.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBeLessThan(0.75)
})

test('code opens in a playground, or in one of several', async () => {
  for (const [name, pygments_language] of [
    ['Rust bench', 'Rust'],
    ['One', 'Python'],
    ['Two', 'Python'],
  ] as const)
    await harbour.owner.wire.ask('POST /realm/playgrounds', {
      name,
      pygments_language,
      url_prefix: `https://${name.split(' ')[0]}.example.com/?code=`,
    })
  const tides = await talk([ada])
  await tides.say(ada, '```rust\nfn main() { "&#" }\n```\n\n```python\nx = 1\n```\n\n```css\na {}\n```')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const message = messages(own.page)
  const bench = message.getByRole('link', { name: 'Open in Rust bench' })
  expect(await bench.getAttribute('href')).toBe(
    'https://rust.example.com/?code=fn%20main()%20%7B%20%22%26%23%22%20%7D%0A',
  )
  expect(await bench.getAttribute('rel')).toBe('noopener noreferrer')
  await message.getByRole('button', { name: 'Open in playground' }).click()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await own.context.route('https://two.example.com/**', (route) => route.fulfill({ body: 'A playground' }))
  const [other] = await Promise.all([
    own.context.waitForEvent('page'),
    own.page.getByRole('menuitem', { name: 'Two' }).click(),
  ])
  await expect.poll(() => other.url()).toBe('https://two.example.com/?code=x%20%3D%201%0A')
  expect(await other.evaluate(() => opener === null && document.referrer === '')).toBe(true)
  expect(await message.getByRole('button', { name: 'Copy' }).count()).toBe(3)
})
