/** A day without a pointer: what is done by keys alone, and where the focus is after each step. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Organization, password } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

/** What has the focus, by its role or element and its name; where it is lost, `lost`. */
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement
    if (one === null || one === document.body || !one.checkVisibility({ visibilityProperty: true })) return 'lost'
    const labels = [...((one as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent)
    return `${one.role ?? one.localName} ${one.ariaLabel ?? labels[0] ?? one.textContent}`.trim()
  })

const focusOn = (page: Page, what: string | RegExp) =>
  expect.poll(() => focusedText(page)).toEqual(expect.stringMatching(what))

/** Messages of Ada that have a time: the server has them. */
const receivedMessages = (page: Page) => page.getByRole('article', { name: /^Ada Park, / })

test('one logs in, reads, writes, reacts, answers, asks for help and logs out by keys', async () => {
  const tides = await talk([ada, bo])
  await tides.say(bo, 'Is it high?')
  await tides.say(bo, 'And the wind?')
  await using own = await harbour.page('/login')
  const { page } = own
  const { keyboard } = page
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await keyboard.press('Tab')
  await focusOn(page, 'Email')
  await keyboard.type(ada.email)
  await keyboard.press('Tab')
  await focusOn(page, 'Password')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()

  await keyboard.press('Control+k')
  await focusOn(page, 'combobox')
  await keyboard.type('high wat')
  await page
    .getByRole('dialog', { name: 'Go to' })
    .getByRole('option', { name: /^high water/ })
    .first()
    .waitFor()
  await focusOn(page, 'combobox')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: `${tides.name} › high water`, level: 1 }).waitFor()
  await messages(page).filter({ hasText: 'And the wind?' }).waitFor()

  await keyboard.press('c')
  await focusOn(page, 'Message')
  await keyboard.type('It is.')
  await focusOn(page, 'Message')
  await keyboard.press('Control+Enter')
  await receivedMessages(page).filter({ hasText: 'It is.' }).waitFor()
  await focusOn(page, 'Message')

  await keyboard.press('Escape')
  await focusOn(page, /^article Ada Park/)
  await keyboard.press('k')
  await focusOn(page, /^article Bo Lindqvist/)
  const wind = messages(page).filter({ hasText: 'And the wind?' })
  await keyboard.press('+')
  await wind.getByRole('button', { name: ':thumbs_up:, 1, with yours' }).waitFor()
  await focusOn(page, /^article Bo Lindqvist/)
  await keyboard.press(':')
  await focusOn(page, /^(combobox|searchbox|input)/)
  await keyboard.type('tada')
  await page.getByRole('button', { name: ':tada:', exact: true }).waitFor()
  await keyboard.press('Enter')
  await wind.getByRole('button', { name: ':tada:, 1, with yours' }).waitFor()
  await focusOn(page, /^article Bo Lindqvist/)

  await keyboard.press('r')
  await focusOn(page, 'Message')
  await keyboard.type('Force 3.')
  await keyboard.press('Control+Enter')
  await receivedMessages(page).filter({ hasText: 'Force 3.' }).waitFor()
  await focusOn(page, 'Message')
  // Back where it was.
  await keyboard.press('Escape')
  await focusOn(page, /^article Bo Lindqvist/)

  await keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await focusOn(page, /^document Navigation/)
  await keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await focusOn(page, /^article Bo Lindqvist/)

  await keyboard.press('g')
  await focusOn(page, 'menuitem Set a status')
  await keyboard.press('End')
  await focusOn(page, 'menuitem Log out')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await focusOn(page, /^main/)
  await keyboard.press('Tab')
  await focusOn(page, 'Email')
  const said = await bo.wire.ask('GET /messages', {
    anchor: 'newest',
    num_before: 4,
    num_after: 0,
    narrow: [{ operator: 'stream', operand: tides.name }],
    apply_markdown: false,
  })
  expect(said.messages.map(({ content }) => content)).toEqual(['Is it high?', 'And the wind?', 'It is.', 'Force 3.'])
})
