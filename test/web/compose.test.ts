import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes } from './kit/console.ts'
import { Organization, password, type Person } from './kit/organization.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const bo = await harbour.person('Bo Lindqvist')

const subscribe = (person: Person, ...names: string[]) =>
  person.wire.ask('POST /users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) })

await subscribe(ada, 'tides')
await subscribe(bo, 'tides')
const { stream_id } = await ada.wire.ask('GET /get_stream_id', { stream: 'tides' })

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const recipient = (page: Page) => page.getByRole('combobox', { name: 'To', exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

/** The newest message of a narrow, as its author wrote it. */
async function newest(person: Person, narrow: { operator: string; operand: string | number | number[] }[]) {
  const { messages } = await person.wire.ask('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return messages.at(-1)
}

const inTopic = (topic: string) => [
  { operator: 'stream', operand: stream_id },
  { operator: 'topic', operand: topic },
]

const textIn = (topic: string) => async () => (await newest(bo, inTopic(topic)))?.content

const at = (topic: string): string =>
  `/#narrow/stream/${stream_id}-tides/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`

describe('in a conversation', () => {
  test('a message is written and sent', async () => {
    await using own = await harbour.pageOf(ada, {}, at('high water'))
    await message(own.page).fill('The tide is **in**.')
    await sendButton(own.page).click()
    await expect.poll(textIn('high water')).toBe('The tide is **in**.')
    expect(await message(own.page).inputValue()).toBe('')
    expect(await sendButton(own.page).isDisabled()).toBe(true)
  })

  test.each([320, 360, 390])('all buttons are on the screen of a phone with %i pixels', async (width) => {
    const phone = { viewport: { width, height: 800 }, hasTouch: true, isMobile: true }
    await using own = await harbour.pageOf(ada, phone, at('high water'))
    await message(own.page).fill('The tide is in.')
    await sendButton(own.page).waitFor()
    const buttons = await own.page.locator('form:has(textarea) button:visible').evaluateAll((all) =>
      all.map((button) => {
        const { left, right, width } = button.getBoundingClientRect()
        return { left, right, width }
      }),
    )

    expect(buttons.length).toBeGreaterThan(5)
    expect(Math.min(...buttons.map((button) => button.left))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...buttons.map((button) => button.right))).toBeLessThanOrEqual(width - 8)
    expect(Math.min(...buttons.map((button) => button.width))).toBeGreaterThanOrEqual(24)
  })

  test('people are written to', async () => {
    await using own = await harbour.pageOf(ada, {}, `/#narrow/pm-with/${bo.id}-bo`)
    await message(own.page).fill('Only for you.')
    await own.page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await newest(bo, [{ operator: 'pm-with', operand: [ada.id] }]))?.content)
      .toBe('Only for you.')
  })

  test('Enter begins a line, and sends where somebody wants that', async () => {
    const carla = await harbour.person('Carla Costa')
    await subscribe(carla, 'tides')
    await using own = await harbour.pageOf(carla, {}, at('keys'))
    await message(own.page).focus()
    await own.page.getByText('Ctrl+Enter sends').waitFor()
    await own.page.keyboard.type('one')
    await own.page.keyboard.press('Enter')
    await own.page.keyboard.type('two')
    expect(await message(own.page).inputValue()).toBe('one\ntwo')
    await carla.wire.ask('PATCH /settings', { enter_sends: true })
    await expect.poll(() => sendButton(own.page).getAttribute('title')).toBe('Enter')
    await own.page.getByText('Enter sends · Shift+Enter adds a line').waitFor()
    await own.page.keyboard.press('Shift+Enter')
    await own.page.keyboard.type('three')
    await own.page.keyboard.press('Enter')
    await expect.poll(textIn('keys')).toBe('one\ntwo\nthree')
    expect(await message(own.page).inputValue()).toBe('')
    expect(await own.page.getByText('Enter sends').count()).toBe(0)
  })

  test('Enter begins a line on a phone, also for those who send by Enter', async () => {
    const dag = await harbour.person('Dag Dahl')
    await subscribe(dag, 'tides')
    await dag.wire.ask('PATCH /settings', { enter_sends: true })
    await using own = await harbour.pageOf(dag, { hasTouch: true, isMobile: true }, at('phone'))
    await message(own.page).pressSequentially('one')
    await own.page.keyboard.press('Enter')
    await own.page.keyboard.type('two')
    expect(await message(own.page).inputValue()).toBe('one\ntwo')
  })

  test('what is written offline is on its way, and arrives once when the connection is back', async () => {
    await using own = await harbour.pageOf(ada, {}, at('tunnel'))
    await message(own.page).waitFor()
    await own.context.setOffline(true)
    await message(own.page).fill('From the tunnel.')
    await sendButton(own.page).click()
    expect(await message(own.page).inputValue()).toBe('')
    await own.page.getByRole('article').getByText('Sending').waitFor()
    await own.context.setOffline(false)
    await expect.poll(textIn('tunnel'), { timeout: 20_000 }).toBe('From the tunnel.')
    const { messages } = await bo.wire.ask('GET /messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: inTopic('tunnel'),
    })
    expect(messages).toHaveLength(1)
  })

  test('what is written where the messages could not be loaded is seen all the same', async () => {
    // When it is tried again, nobody wrote there.
    const topic = `strait ${Date.now()}`
    await using own = await harbour.pageOf(ada)
    const { page, context } = own
    const pages = /\/api\/v1\/messages\?/
    provokes(abortedLine)
    await context.route(pages, (route) => route.abort())
    await page.goto(harbour.origin + at(topic))
    await page.getByText('Couldn’t load messages').waitFor()
    await message(page).waitFor()
    await context.setOffline(true)
    await message(page).fill('From the strait.')
    await sendButton(page).click()
    const written = page.getByRole('article').filter({ hasText: 'From the strait.' })
    await written.getByText('Sending').waitFor()
    expect(await page.getByText('Couldn’t load messages').isVisible()).toBe(true)
    await context.unroute(pages)
    await context.setOffline(false)
    await expect.poll(textIn(topic), { timeout: 20_000 }).toBe('From the strait.')
    await page.getByText('Couldn’t load messages').waitFor({ state: 'detached', timeout: 20_000 })
    await expect.poll(() => written.count()).toBe(1)
    await written.getByText('Sending').waitFor({ state: 'detached' })
  })
})

describe('elsewhere', () => {
  test('a stream and a topic are chosen by keys alone, and the conversation is opened', async () => {
    await using own = await harbour.pageOf(ada)
    const { page } = own
    await page.getByRole('button', { name: 'New message' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => recipient(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('tid')
    await page.getByRole('option', { name: 'tides' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('moon')
    await page.keyboard.press('Tab')
    await page.keyboard.type('It is full.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(textIn('moon')).toBe('It is full.')
    await page.getByRole('heading', { name: 'tides › moon', level: 1 }).waitFor()
  })

  test('whom one wrote to last is offered before anything is typed, and the field has room for its words', async () => {
    const quay = await Organization.found()
    const [gro, finn] = [await quay.person('Gro Gran'), await quay.person('Finn Falk')]
    for (const name of ['anchors', 'buoys', 'cables', 'docks', 'ebb', 'fenders']) await subscribe(gro, name)
    await gro.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([finn.id]), content: 'Ahoy' })
    await using own = await quay.pageOf(gro)
    const { page } = own
    await page.getByRole('button', { name: 'New message' }).click()
    await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Finn Falk')
    await page.getByRole('option', { name: 'anchors' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    const placeholder = await recipient(page).evaluate((box: HTMLInputElement) => {
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.font = getComputedStyle(box).font
      return box.clientWidth - canvas.measureText(box.placeholder).width
    })
    expect(placeholder).toBeGreaterThan(0)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await recipient(page).evaluate((box) => box.clientWidth)).toBeGreaterThan(140)
    await page.getByRole('option', { name: 'anchors' }).click()
    const topic = page.getByRole('combobox', { name: 'Topic' })
    await expect.poll(() => topic.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  test('a stream asks for its topic', async () => {
    await using own = await harbour.pageOf(ada, {}, `/#narrow/stream/${stream_id}-tides`)
    const { page } = own
    await page.getByRole('combobox', { name: 'Topic' }).fill('eclipse')
    await message(page).fill('Look up.')
    await sendButton(page).click()
    await expect.poll(textIn('eclipse')).toBe('Look up.')
    await page.getByRole('heading', { name: 'tides › eclipse', level: 1 }).waitFor()
  })

  test('several people are chosen, and taken away again', async () => {
    const { id } = await harbour.person('Dora Dahl')
    await using own = await harbour.pageOf(ada)
    const { page } = own
    await page.getByRole('button', { name: 'New message' }).click()
    const to = recipient(page)
    for (const name of ['Bo Lindqvist', 'Dora Dahl', 'Olga Owner']) {
      await to.fill(name)
      await page.getByRole('option', { name }).click()
    }
    await page.getByRole('button', { name: 'Remove Olga Owner' }).click()
    expect(await page.getByRole('combobox', { name: 'Topic' }).count()).toBe(0)
    await message(page).fill('For both of you.')
    await sendButton(page).click()
    await expect
      .poll(async () => (await newest(bo, [{ operator: 'pm-with', operand: [ada.id, id] }]))?.content)
      .toBe('For both of you.')
  })
})

describe('a text that is not sent', () => {
  test('is there after a reload, and after other conversations', async () => {
    await using own = await harbour.pageOf(ada, {}, at('unfinished'))
    const { page } = own
    await message(page).fill('To be conti')
    await page.reload()
    await expect.poll(() => message(page).inputValue()).toBe('To be conti')
    await page.goto(harbour.origin + at('another'))
    await expect.poll(() => message(page).inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => message(page).inputValue()).toBe('To be conti')
  })

  test('is forgotten by this browser when somebody logs out', async () => {
    const finn = await harbour.person('Finn Falk')
    await subscribe(finn, 'tides')
    await using own = await harbour.pageOf(finn, {}, at('secret'))
    const { page } = own
    const readLocalStorage = () => page.evaluate(() => JSON.stringify(localStorage))
    await message(page).fill('Nobody else may')
    expect(await readLocalStorage()).toContain('Nobody else may')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await readLocalStorage()).not.toContain('Nobody else may')
  })

  test('waits for who wrote it when their session ends, and is seen by nobody else who logs in', async () => {
    const [finn, gro] = [await harbour.person('Finn Falk'), await harbour.person('Gro Gran')]
    await subscribe(finn, 'tides')
    await using own = await harbour.pageOf(finn, {}, at('unfinished'))
    const { page } = own
    const readLocalStorage = () => page.evaluate(() => JSON.stringify(localStorage))
    const logIn = async ({ email }: Person) => {
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('banner').waitFor()
    }
    const logOut = async ({ wire }: Person) => {
      // Nothing is asked any more when the session ends.
      await page.waitForLoadState('networkidle')
      await wire.ask('DELETE /users/me/sessions')
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
    }
    await message(page).fill('Nobody else may')
    await logOut(finn)
    await logIn(gro)
    await page.goto(harbour.origin + at('unfinished'))
    await message(page).waitFor()
    expect(await page.content()).not.toContain('Nobody else may')
    await logOut(gro)
    expect(await readLocalStorage()).toContain('Nobody else may')
    await logIn(finn)
    await page.goto(harbour.origin + at('unfinished'))
    await expect.poll(() => message(page).inputValue()).toBe('Nobody else may')
  })

  test('is a draft on the server, until it is sent', async () => {
    const eve = await harbour.person('Eve Ekman')
    await subscribe(eve, 'tides')
    const drafts = async () => (await eve.wire.ask('GET /drafts', {})).drafts.map(({ content }) => content)
    await using own = await harbour.pageOf(eve, {}, at('drafted'))
    const { page } = own
    await message(page).fill('A begi')
    await page.getByRole('link', { name: 'Inbox' }).click()
    await expect.poll(drafts).toEqual(['A begi'])
    await using other = await harbour.pageOf(eve, {}, at('drafted'))
    await expect.poll(() => message(other.page).inputValue()).toBe('A begi')
    await message(other.page).fill('A beginning')
    await sendButton(other.page).click()
    await expect.poll(drafts).toEqual([])
    await expect.poll(textIn('drafted')).toBe('A beginning')
  })
})
