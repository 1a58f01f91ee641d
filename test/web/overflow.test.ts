import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found('The Harbour Works of the Northern Quays')
const ada = await harbour.person('Wolfeschlegelsteinhausenbergerdorff von und zu Hohenheim')
const wide = 'x'.repeat(300)
const tides = await talk([ada], 'high water, low water, and everything between the two', 'مد وجزر البحر')
for (const content of [
  'مرحبا بالعالم، هذا نص عربي مع English في وسطه ورقم 123.\n\n* أولا\n* ثانيا\n\n> اقتباس',
  'Hello\n\nשלום עולם, a word, ועוד אחת',
  `\`\`\`python\nx = "${wide}"  # שלום\n\`\`\``,
  `| أ | ב | ${'c'.repeat(40)} | ${'d'.repeat(40)} |\n|---|---|---|---|\n| ١ | ${'2 '.repeat(60)} | 3 | 4 |`,
  '```math\n\\sum_{i=0}^{n} a_i + b_i + c_i + d_i + e_i + f_i + g_i + h_i + j_i + k_i + l_i + m_i + n_i = \\frac{1}{2}\n```',
  `https://example.com/${wide} ${wide}`,
  '/poll متى نبحر؟\nالسبت\nHigh water on Sunday, if the wind allows it',
  '/todo',
])
  await tides.say(ada, content)

/** What reaches out of the page to a side. */
const elementsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('.frame, .frame > *, .feed, .message, .box')]
    const wide = boxes.filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'clip',
    )
    const shown = document.querySelectorAll(
      'main button, main textarea, header button, article header, article > .content',
    )
    const out = [...shown].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      return width > 0 && one.checkVisibility({ visibilityProperty: true }) && (left < -1 || right > innerWidth + 1)
    })
    return [...wide, ...out].map((one) => `${one.localName}.${one.className} ${one.scrollWidth} of ${one.clientWidth}`)
  })

const isInSight = async (page: Page, name: string): Promise<boolean> => {
  const box = await page.getByRole(name === 'Send' ? 'button' : 'textbox', { name, exact: true }).boundingBox()
  const { width, height } = page.viewportSize()!
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
}

test.each([
  ['a phone', 'ltr', { width: 390, height: 844 }, 16],
  ['a phone', 'rtl', { width: 390, height: 844 }, 16],
  ['a laptop', 'rtl', { width: 1280, height: 800 }, 16],
  ['a laptop at 200 %', 'ltr', { width: 640, height: 400 }, 16],
  ['a laptop with large letters', 'ltr', { width: 1280, height: 800 }, 32],
  ['a phone with large letters', 'rtl', { width: 390, height: 844 }, 32],
] as const)('everything finds its place on %s from %s', async (_, direction, viewport, letters) => {
  await using own = await harbour.pageOf(ada, { viewport }, tides.path)
  const { page } = own
  await page.evaluate(
    ([dir, size]) => {
      document.documentElement.dir = dir!
      document.documentElement.style.fontSize = `${size}px`
    },
    [direction, letters] as const,
  )
  await messages(page).getByRole('group', { name: 'To-do list' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  const names = await messages(page).count()
  for (let index = names - 1; index >= 0; index -= 1) {
    await messages(page).nth(index).scrollIntoViewIfNeeded()
    expect(await elementsOutside(page)).toEqual([])
  }
  expect(await isInSight(page, 'Message')).toBe(true)
  expect(await isInSight(page, 'Send')).toBe(true)

  // The streams stand where one begins to read.
  const opener = page.getByRole('button', { name: 'Streams', exact: true })
  if (await opener.isVisible()) await opener.click()
  const streams = page.getByRole('navigation', { name: 'Streams' })
  await streams.getByRole('link', { name: tides.name }).first().waitFor()
  await expect
    .poll(async () => {
      const { x, width } = (await streams.boundingBox())!
      return direction === 'ltr' ? x : viewport.width - x - width
    })
    .toBe(0)
  expect(await elementsOutside(page)).toEqual([])
  await streams.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  expect(await elementsOutside(page)).toEqual([])
})

test('code is read from left to right, whatever stands around it', async () => {
  const here = await talk([ada])
  await here.say(ada, 'مرحبا `a (b)` $$a+b$$\n\n```\nif (a) {\n```\n\nHello (there)')
  await using own = await harbour.pageOf(ada, {}, here.path)
  const sides = await messages(own.page).evaluate((message) =>
    ['.content', 'p', 'pre', 'p code', '.katex', 'p:last-of-type'].map((name) => {
      const element = message.querySelector(name)!
      const range = document.createRange()
      range.selectNodeContents(element)
      const [box, text] = [element.getBoundingClientRect(), range.getBoundingClientRect()]
      const { direction } = getComputedStyle(element)
      return [name, direction, text.left - box.left < box.right - text.right ? 'left' : 'right']
    }),
  )
  expect(sides.filter(([name]) => name !== '.content' && name !== 'p code' && name !== '.katex')).toEqual([
    ['p', 'rtl', 'right'],
    ['pre', 'ltr', 'left'],
    ['p:last-of-type', 'rtl', 'left'],
  ])
  expect(sides.slice(3, 5).map(([, direction]) => direction)).toEqual(['ltr', 'ltr'])
})
