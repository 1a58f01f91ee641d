import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allKeys } from '../../web/ui/keyboard/table.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { routeScript } from './kit/scripts.ts'
import { action, choose, messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

/** Where a key is pressed that holds somewhere. */
function places({ place }: (typeof allKeys)[number]): string[] {
  if (place === 'always') return ['reading', 'a row', 'writing']
  if (place === 'box') return ['writing']
  if (place === 'message') return ['reading']
  return place === 'row' ? ['a row'] : ['reading', 'a row']
}

describe('the table of keys', () => {
  test('gives no key two meanings in one place', () => {
    const taken = allKeys.flatMap((key) => key.keys.flatMap((name) => places(key).map((place) => `${place}: ${name}`)))
    expect(taken.length).toBeGreaterThan(50)
    expect(taken.filter((one, index) => taken.indexOf(one) !== index)).toEqual([])
  })

  /** What the text box takes by itself, so that sending waits for nothing. */
  const others = new Set<string>(['send'])

  test('names only what somebody does', () => {
    const web = join(import.meta.dirname, '../../web')
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
    const done = new Set(
      sources
        .map((path) => readFileSync(join(web, path), 'utf8'))
        .flatMap((source) => [...source.matchAll(/useShortcut\(\s*'(\w+)'/g)].map(([, command]) => command!)),
    )
    const actions = readFileSync(join(web, 'features/conversation/message/message-actions.ts'), 'utf8')
    for (const [, name] of actions.matchAll(/^ {2}(\w+): \{/gm)) done.add(name!)
    const missing = [...new Set<string>(allKeys.map(({ command }) => command))].filter(
      (one) => !done.has(one) && !others.has(one),
    )
    expect(missing).toEqual([])
  })
})

test('keys lead to views, to what is unread, and out again', async () => {
  const [tides, pier] = [await talk([ada, bo], 'high water', 'a tide'), await talk([ada, bo], 'planks', 'b pier')]
  await tides.say(ada)
  await pier.say(ada)
  await ada.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([bo.id]), content: 'Psst' })
  await using own = await harbour.pageOf(bo)
  const { page } = own
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()
  for (const [key, name] of [
    ['t', 'Recent conversations'],
    ['a', 'All messages'],
    ['*', 'Starred'],
    ['d', 'Drafts'],
    ['Shift+I', 'Inbox'],
    ['n', 'a tide › high water'],
    ['n', 'b pier › planks'],
    ['p', 'Ada Park'],
    ['Escape', 'Inbox'],
  ] as const) {
    await page.keyboard.press(key)
    await heading(name)
  }
})

test('keys act on the selected message, and write nothing by themselves', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'The first one')
  await tides.say(ada, 'The second one')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const second = messages(page).filter({ hasText: 'The second one' })
  await second.waitFor()
  await page.keyboard.press('+')
  await second.getByRole('button', { name: ':thumbs_up:, 1, with yours' }).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('Control+s')
  const star = messages(page).filter({ hasText: 'The first one' }).getByRole('button', { name: 'Star' })
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')

  const box = page.getByRole('textbox', { name: 'Message' })
  await page.keyboard.press('r')
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('a+?n')
  expect(await box.inputValue()).toBe('a+?n')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  expect(await box.inputValue()).toBe('**a+?n**')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('The first one')
  await page.getByRole('heading', { name: /high water$/, level: 1 }).waitFor()
})

test('a key waits for what handles it, however long that takes to load', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Slack water')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  // What moves from message to message is the one that scrolls by a part of the page.
  await routeScript(page, /\.scrollBy\(/, async (route) => {
    hold()
    await isReleased
    await route.continue()
  })
  await page.clock.install()
  await messages(page).filter({ hasText: 'Slack water' }).waitFor()
  // Once a key has opened this window, those that follow are taken at once.
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await isHeld
  await page.keyboard.press('+')
  await page.clock.fastForward(60_000)
  release()
  await page.getByRole('button', { name: ':thumbs_up:, 1, with yours' }).waitFor()
})

test('what closes a dialog, a menu or a window of emoji does nothing else', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'At nine')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await messages(page).hover()
  for (const open of [
    async () => {
      await choose(page, 'At nine', 'View source')
      return page.getByRole('dialog')
    },
    async () => {
      await action(page, 'More actions').click()
      return page.getByRole('menu')
    },
    async () => {
      await action(page, 'Add reaction').click()
      return page.getByRole('dialog', { name: 'Emoji' })
    },
  ]) {
    const opened = await open()
    await opened.waitFor()
    // Held for a moment.
    await page.keyboard.down('Escape')
    await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await opened.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).hash).toBe(tides.path.slice(1))
  }

  // The caret is back, too, where nothing was written yet and in the middle of something.
  await box.focus()
  for (const [typed, text] of [
    ['ab', 'ab'],
    ['-', 'a-b'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type(typed)
    expect(await box.inputValue()).toBe(text)
    await page.keyboard.press('ArrowLeft')
  }
})

test('a window shows all keys, and they do nothing under it', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Next unread topic').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('d')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await help.waitFor()
})
