/** How people are told of messages while the page is open. The browser's own parts are watched, because nobody looks at its screen. */
import { expect, test } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { backgroundOf } from './kit/background.ts'
import { Organization, type OwnPage, type Person } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const bo = await harbour.person('Bo Lindqvist')

interface Shown {
  readonly title: string
  readonly body: string
}

/** Notes what a page shows over the screen, and how often it plays something. */
async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told = { shown: [] as Shown[], notices: [] as Notification[], closed: [] as string[], sounds: 0 }
    Object.assign(globalThis, { told })
    const { Notification: Real, AudioContext: RealAudio } = globalThis
    globalThis.Notification = class extends Real {
      // Browsers without a screen show nothing, and say so.
      static override get permission(): NotificationPermission {
        return 'granted'
      }
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        told.shown.push({ title, body: options?.body ?? '' })
        told.notices.push(this)
      }
      override close(): void {
        told.closed.push(this.body)
        super.close()
      }
    }
    globalThis.AudioContext = class extends RealAudio {
      constructor() {
        super()
        told.sounds += 1
      }
    }
  })
}

const readNotifications = (page: Page): Promise<Shown[]> => page.evaluate('told.shown')

/** A page of somebody new who may be told of things, in the inbox, once it listens. */
async function openListening(name: string, settings = {}): Promise<OwnPage & { person: Person }> {
  const person = await harbour.person(name)
  await person.wire.ask('PATCH /settings', { ...settings })
  const own = await harbour.pageOf(person)
  await watch(own.context)
  await own.page.reload()
  await backgroundOf(own.page)
  return { ...own, person, [Symbol.asyncDispose]: () => own.context.close() }
}

const write = (from: Person, to: Person, content: string) =>
  from.wire.ask('POST /messages', { type: 'private', to: `[${to.id}]`, content })

test('a private message is shown, heard and counted, and a press leads to it', async () => {
  await using own = await openListening('Ada Park')
  const { page, person } = own
  await write(bo, person, 'The **tide** turns')
  await expect.poll(() => readNotifications(page)).toEqual([{ title: 'Bo Lindqvist', body: 'The tide turns' }])
  await expect.poll(() => page.evaluate('told.sounds')).toBe(1)
  await expect.poll(() => page.title()).toBe('(1) Harbour Works · Rivulet')
  await expect.poll(() => page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:/)
  await page.evaluate('told.notices[0].dispatchEvent(new Event("click"))')
  await messages(page).filter({ hasText: 'The tide turns' }).waitFor()
  // It is read there.
  await expect.poll(() => page.title()).toBe('Harbour Works · Rivulet')
})

test('a notification goes when its message was read on another device, and others stay', async () => {
  await using own = await openListening('Lea Moss')
  const { page, person } = own
  const cy = await harbour.person('Hal Reed')
  const { id } = await write(bo, person, 'Low water')
  await write(cy, person, 'Fog')
  await expect.poll(async () => (await readNotifications(page)).length).toBe(2)
  await person.wire.ask('POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await expect.poll(() => page.evaluate('told.closed')).toEqual(['Low water'])
})

test('of streams only mentions are told, unless one wants more; never what is muted, own or on show', async () => {
  await using own = await openListening('Cy Adler')
  const { page, person } = own
  const [loud, quiet, muted] = [await talk([person, bo]), await talk([person, bo]), await talk([person, bo])]
  const set = (stream_id: number, property: string, value: boolean) =>
    person.wire.ask('POST /users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] })
  await set(loud.stream_id, 'desktop_notifications', true)
  await set(muted.stream_id, 'is_muted', true)
  await quiet.say(bo, 'Nobody hears this')
  await muted.say(bo, 'nor this')
  await loud.say(person, 'Nor what one writes oneself')
  await loud.say(bo, 'Loud')
  await quiet.say(bo, '@**Cy Adler** hello')
  const expected = [
    { title: `Bo Lindqvist in ${loud.name} › high water`, body: 'Loud' },
    { title: `Bo Lindqvist in ${quiet.name} › high water`, body: '@Cy Adler hello' },
  ]
  await expect.poll(() => readNotifications(page)).toEqual(expected)
  await page.goto(harbour.origin + loud.path)
  await messages(page).filter({ hasText: 'Loud' }).waitFor()
  await loud.say(bo, 'One sees this already')
  await messages(page).filter({ hasText: 'One sees this already' }).waitFor()
  await quiet.say(bo, '@**Cy Adler** again')
  await expect.poll(async () => (await readNotifications(page)).at(-1)?.body).toBe('@Cy Adler again')
  expect((await readNotifications(page)).length).toBe(3)
})

test('settings hide texts, and turn notices, sounds and counts off', async () => {
  await using own = await openListening('Di Moor', {
    pm_content_in_desktop_notifications: false,
    desktop_icon_count_display: 3,
    enable_sounds: false,
  })
  const { page, person } = own
  await write(bo, person, 'Secret')
  await expect.poll(() => readNotifications(page)).toEqual([{ title: 'Bo Lindqvist', body: 'New message' }])
  expect(await page.evaluate('told.sounds')).toBe(0)
  expect(await page.title()).toBe('Harbour Works · Rivulet')
})

const react = (from: Person, message_id: number, emoji_name: string) =>
  from.wire.ask('POST /messages/{message_id}/reactions', { message_id, emoji_name })

test('reactions to own messages are told if one wants so, once each', async () => {
  await using own = await openListening('Gil Storm', { enable_reaction_notifications: true })
  const { page, person } = own
  const tides = await talk([person, bo])
  const [of_own, of_other] = [await tides.say(person, 'High water'), await tides.say(bo, 'Low water')]
  await react(person, of_own, 'octopus')
  await react(bo, of_other, 'octopus')
  await react(bo, of_own, 'tada')
  const title = `#${tides.name} › high water`
  await expect.poll(() => readNotifications(page)).toEqual([{ title, body: 'Bo Lindqvist: 🎉' }])
  // The second time it is told of already, and the next one is told beside it.
  await bo.wire.ask('DELETE /messages/{message_id}/reactions', { message_id: of_own, emoji_name: 'tada' })
  await react(bo, of_own, 'tada')
  await react(bo, of_own, 'heart')
  await expect.poll(async () => (await readNotifications(page)).at(-1)?.body).toBe('Bo Lindqvist: 🎉\nBo Lindqvist: ❤')
  expect((await readNotifications(page)).length).toBe(2)
  expect(await page.evaluate('told.sounds')).toBe(0)
  // In a muted stream only mentions are told.
  await person.wire.ask('POST /users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: tides.stream_id, property: 'is_muted', value: true }],
  })
  await react(bo, of_own, 'octopus')
  await tides.say(bo, '@**Gil Storm** hello')
  await expect.poll(async () => (await readNotifications(page)).at(-1)?.body).toBe('@Gil Storm hello')
  expect((await readNotifications(page)).length).toBe(3)
})

test('an edit is told if it newly mentions one, by name or by a group', async () => {
  await using own = await openListening('Ira Blom')
  const { page, person } = own
  const tides = await talk([person, bo])
  await harbour.owner.wire.ask('POST /user_groups/create', { name: 'pilots', description: '', members: [person.id] })
  const edit = (message_id: number, content: string) =>
    bo.wire.ask('PATCH /messages/{message_id}', { message_id, content })
  const id = await tides.say(bo, 'Low water')
  await edit(id, 'Low tide')
  await edit(id, '@_**Ira Blom** hello')
  await edit(id, '@**Ira Blom** hello')
  await expect.poll(async () => (await readNotifications(page)).map(({ body }) => body)).toEqual(['@Ira Blom hello'])
  await edit(id, '@**Ira Blom** hello again')
  await edit(await tides.say(bo, 'Fog'), '@*pilots* stay')
  await expect
    .poll(async () => (await readNotifications(page)).map(({ body }) => body))
    .toEqual(['@Ira Blom hello', '@pilots stay'])
})

test('of two windows one speaks', async () => {
  await using own = await openListening('Eli Voss')
  const { page, person, context } = own
  const other = await context.newPage()
  await other.goto(harbour.origin)
  await backgroundOf(other)
  await write(bo, person, 'Once')
  const all = async () =>
    [...(await readNotifications(page)), ...(await readNotifications(other))].map(({ body }) => body)
  await expect.poll(all).toEqual(['Once'])
  await page.close()
  await write(bo, person, 'Still once')
  await expect.poll(async () => (await readNotifications(other)).map(({ body }) => body)).toContain('Still once')
})

test('nobody is asked before they press a button, and nobody twice', async () => {
  const person = await harbour.person('Fay Lund')
  await using own = await harbour.pageOf(person)
  const { page, context } = own
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
  })
  await page.reload()
  const line = page.getByRole('region', { name: 'Notifications' })
  await line.waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await line.getByRole('button', { name: 'Turn on notifications' }).click()
  await line.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.bars').waitFor({ state: 'attached' })
  expect(await line.count()).toBe(0)
})
