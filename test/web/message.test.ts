import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { action, choose, messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

/** Most elements that come into a message at once: those of a portion, and one formula more. */
const maxElementsOfPortion = 400

test('reactions are added, counted and taken back', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await ada.wire.ask('POST /messages/{message_id}/reactions', { message_id: id, emoji_name: 'thumbs_up' })
  await page.getByRole('button', { name: ':thumbs_up:, 1', exact: true }).click()
  await page.getByRole('button', { name: ':thumbs_up:, 2, with yours' }).click()
  await page.getByRole('button', { name: ':thumbs_up:, 1', exact: true }).waitFor()

  await messages(page).hover()
  await action(page, 'Add reaction').click()
  await page.getByRole('button', { name: ':tada:', exact: true }).click()
  await page.getByRole('button', { name: ':tada:, 1, with yours' }).waitFor()
  await expect
    .poll(async () => {
      const { message } = await ada.wire.ask('GET /messages/{message_id}', { message_id: id })
      return message.reactions.map(({ emoji_name }) => emoji_name)
    })
    .toEqual(['thumbs_up', 'tada'])
})

test('a message is starred, and not any more', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).hover()
  const star = action(own.page, 'Star')
  await star.click()
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  await own.page.getByRole('link', { name: 'Starred', exact: true }).click()
  await messages(own.page).hover()
  await star.click()
  await own.page.getByRole('heading', { name: 'No starred messages' }).waitFor()
})

test('one deletes one’s own messages as far as one may, and nobody else’s', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Theirs')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).hover()
  await action(own.page, 'More actions').click()
  await own.page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await own.page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)

  await using others = await harbour.pageOf(harbour.owner, {}, `/#narrow/stream/${tides.stream_id}`)
  await choose(others.page, 'Theirs', 'Delete')
  const question = others.page.getByRole('dialog', { name: 'Delete this message?' })
  await question.getByText('Theirs').waitFor()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await messages(own.page).waitFor({ state: 'detached' })
  // The page does not ask the server where the message went: a refusal in the console would fail this test.
  await own.page.getByRole('heading', { name: 'No messages yet' }).waitFor()
})

test('a message is unread again from there on', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 3; number += 1) await tides.say(ada, `Number ${number}`)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).nth(2).waitFor()
  await page.getByRole('link', { name: tides.name, exact: true }).waitFor()
  // Where nothing is read by being seen.
  await page.goto(`${harbour.origin}/#narrow/stream/${tides.stream_id}`)
  await page
    .getByRole('heading', { name: /high water/ })
    .first()
    .waitFor()
  await choose(page, 'Number 2', 'Mark as unread from here')
  await page.getByRole('link', { name: `${tides.name}, 2 unread` }).waitFor()
})

test('an edited message says so, and shows what it was', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'At nine')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).filter({ hasText: 'At nine' }).waitFor()
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id, content: 'At ten' })
  await messages(own.page).filter({ hasText: 'At ten' }).getByText('Edited').waitFor()
  await choose(own.page, 'At ten', 'View history')
  const history = own.page.getByRole('dialog', { name: 'Message history' })
  await history.getByText('At nine', { exact: true }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await own.page.keyboard.press('Escape')
  await history.waitFor({ state: 'hidden' })
})

test('a link to a message is copied, and leads there', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada)
  await using own = await harbour.pageOf(bo, { permissions: ['clipboard-read', 'clipboard-write'] }, tides.path)
  await choose(own.page, 'Hello!', 'Copy link')
  await own.page.getByText('Link copied').waitFor()
  const copied = await own.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${harbour.origin}/#narrow/stream/.*/topic/high.20water/near/${id}$`))
})

test('code is copied as it was written, and spoilers open', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, '```python\nx = "<1>"\n```\n\n```spoiler Why\nBecause.\n```')
  await using own = await harbour.pageOf(bo, { permissions: ['clipboard-read', 'clipboard-write'] }, tides.path)
  const message = messages(own.page)
  await message.getByText('Python').waitFor()
  await message.getByRole('button', { name: 'Copy' }).click()
  await own.page.getByText('Code copied').waitFor()
  expect(await own.page.evaluate(() => navigator.clipboard.readText())).toBe('x = "<1>"\n')
  expect(await message.getByText('Because.').isVisible()).toBe(false)
  await message.getByText('Why').click()
  await message.getByText('Because.').waitFor()
})

test('what is below the fold of a long message is drawn when the browser has time', async () => {
  const tides = await talk([ada, bo])
  const count = 150
  const items = Array.from({ length: count }, (_, index) => `* Number **${index}**`).join('\n')
  await tides.say(
    ada,
    `\`\`\`spoiler Where\nAt the pier\n\`\`\`\n${items}\n\n\`\`\`spoiler When\nAt ten\n\`\`\`\n\`\`\`py\nleave()\n\`\`\``,
  )
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await own.context.addInitScript(() => {
    const waiting: (() => void)[] = []
    const drawMore = (): void => {
      for (const act of waiting.splice(0)) act()
    }
    Object.assign(globalThis, { requestIdleCallback: (act: () => void) => waiting.push(act), drawMore })
  })
  await page.goto('about:blank')
  await page.goto(harbour.origin + tides.path)
  const listed = messages(page).locator('li')
  await listed.first().waitFor()
  expect(await listed.count()).toBeLessThan(count)
  await messages(page).getByText('Where').click()
  await messages(page).getByText('At the pier').waitFor()

  await expect.poll(() => page.evaluate('drawMore()').then(() => messages(page).locator('pre').count())).toBe(1)
  expect(await listed.allTextContents()).toEqual(Array.from({ length: count }, (_, index) => `Number ${index}`))
  expect(
    await messages(page)
      .locator('.spoiler')
      .evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open)),
  ).toEqual([true, false])
  await messages(page).getByText('At the pier').waitFor()
  await expect.poll(() => messages(page).locator('.code-heading button').count()).toBe(1)
  expect(await messages(page).locator('pre').textContent()).toBe('leave()\n')
})

test('below the fold, a long message of formulas is drawn in portions', async () => {
  const tides = await talk([ada, bo])
  const formulaCount = 100
  await tides.say(ada, Array.from({ length: formulaCount }, (_, index) => `line ${index} $$x_{${index}}$$`).join('\n'))
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await own.context.addInitScript(() => {
    const waiting: (() => void)[] = []
    const drawMore = (): void => waiting.shift()?.()
    Object.assign(globalThis, { requestIdleCallback: (act: () => void) => waiting.push(act), drawMore })
  })
  await page.goto('about:blank')
  await page.goto(harbour.origin + tides.path)
  const message = messages(page)
  const formulas = message.locator('.katex')
  await formulas.first().waitFor()
  await message.getByRole('button', { name: 'Show more' }).waitFor()
  expect(await formulas.count()).toBeLessThan(formulaCount)

  const elements = message.locator('.content *')
  const elementCounts = [await elements.count()]
  await expect
    .poll(async () => {
      await page.evaluate('drawMore()')
      elementCounts.push(await elements.count())
      return formulas.count()
    })
    .toBe(formulaCount)
  const portions = elementCounts.slice(1).map((count, index) => count - elementCounts[index]!)
  expect(Math.max(...portions)).toBeLessThan(maxElementsOfPortion)
  expect(portions.filter((count) => count > 0).length).toBeGreaterThan(1)
  expect(await message.locator('annotation').allTextContents()).toEqual(
    Array.from({ length: formulaCount }, (_, index) => `x_{${index}}`),
  )
})

test('pictures of other sites are asked for here, and formulas are drawn by our own files', async () => {
  provokes(refusalLine(404, '/external_content'))
  const tides = await talk([ada, bo])
  await tides.say(ada, '$$a^2$$\n\nhttps://pictures.example.com/cat.png')
  await using own = await harbour.page('/login')
  const hosts = new Set<string>()
  own.page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await own.page.getByRole('textbox', { name: 'Email' }).fill(bo.email)
  await own.page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await own.page.keyboard.press('Enter')
  await own.page
    .getByRole('link', { name: /^tides/ })
    .last()
    .waitFor()
  await own.page.goto(harbour.origin + tides.path)
  const picture = messages(own.page).getByRole('img').last()
  await picture.waitFor()
  expect(await picture.getAttribute('src')).toMatch(/^\/external_content\/68747470733a2f2f/)
  await expect.poll(() => own.page.evaluate(() => document.fonts.check('12px KaTeX_Math'))).toBe(true)
  expect([...hosts]).toEqual([new URL(harbour.origin).host])
})

test('hostile names and messages do nothing', async () => {
  const mallory = await harbour.person(`M' onclick='alert(1)`)
  const tides = await talk([mallory, bo], '<img src=x onerror=alert(1)>')
  for (const content of [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '$$\\href{javascript:alert(1)}{x}$$',
    '```"><img src=x onerror=alert(1)>\ncode\n```',
  ])
    await tides.say(mallory, content)
  await using own = await harbour.pageOf(bo, {}, `/#narrow/stream/${tides.stream_id}`)
  const said: string[] = []
  own.page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  await messages(own.page).filter({ hasText: 'code' }).waitFor()
  await messages(own.page).filter({ hasText: 'code' }).hover()
  const bad = await own.page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (one) =>
          one.localName === 'script' ||
          [...one.attributes].some(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value)),
      )
      .map((one) => one.outerHTML),
  )
  expect(bad).toEqual([])
  expect(said).toEqual([])
})

test('columns are aligned as their author wants, what somebody does stands on one line with their name and picture', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, '| left | right |\n|:--|--:|\n| a | 1 |')
  await tides.say(ada, '/me waves')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const align = (name: string) =>
    page.getByRole('cell', { name, exact: true }).evaluate((cell) => getComputedStyle(cell).textAlign)
  expect(await align('1')).toMatch(/right$/)
  expect(await align('a')).not.toMatch(/right$/)
  const waving = messages(page).last()
  await waving.getByText('waves').waitFor()
  expect(await waving.locator('.avatar').count()).toBe(1)
  const baseline = async (text: string): Promise<number> =>
    waving.getByText(text, { exact: true }).evaluate((element) => {
      // As high as the line that it begins with.
      const mark = document.createElement('img')
      element.prepend(mark)
      const { bottom } = mark.getBoundingClientRect()
      mark.remove()
      return bottom
    })
  expect(Math.abs((await baseline('waves')) - (await baseline('Ada Park')))).toBeLessThan(1)
})

test('a few emoji alone are large, and hearts have their colour', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, ':heart: :joy:')
  await tides.say(ada, 'I :heart: it')
  await tides.say(ada, ':joy: :joy: :joy: :joy:')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const size = (at: number) =>
    messages(own.page)
      .nth(at)
      .locator('.emoji')
      .first()
      .evaluate((emoji) => Number.parseFloat(getComputedStyle(emoji).fontSize))
  await messages(own.page).nth(2).waitFor()
  expect(await size(0)).toBeGreaterThan(30)
  expect(await size(1)).toBeLessThan(20)
  expect(await size(2)).toBeLessThan(20)
  expect(await messages(own.page).nth(1).textContent()).toContain('I \u2764\ufe0f it')
})
