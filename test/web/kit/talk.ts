import type { Locator, Page } from 'playwright-core'
import type { Person } from './organization.ts'

/** The messages on a page. */
export const messages = (page: Page): Locator => page.getByRole('main').getByRole('article')

/** A stream with people, and one of its topics. */
export interface Talk {
  readonly name: string
  readonly stream_id: number
  /** Address of the topic. */
  readonly path: string
  say(person: Person, content?: string): Promise<number>
}

let made = 0

/** Creates a stream and subscribes all of these people. */
export async function talk(people: readonly Person[], topic = 'high water', name = `tides ${++made}`): Promise<Talk> {
  for (const person of people)
    await person.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name }], announce: false })
  const { stream_id } = await people[0]!.wire.ask('GET /get_stream_id', { stream: name })
  return {
    name,
    stream_id,
    path: `/#narrow/stream/${stream_id}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`,
    async say(person, content = 'Hello!') {
      return (await person.wire.ask('POST /messages', { type: 'stream', to: name, topic, content })).id
    },
  }
}

/** A button in the toolbar of the hovered message. */
export const action = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Message actions' }).getByRole('button', { name, exact: true })

/** Chooses an item of a message's menu. */
export async function choose(page: Page, text: string, name: string): Promise<void> {
  await messages(page).filter({ hasText: text }).hover()
  await action(page, 'More actions').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Long-presses an element until the toolbar of its message appears. */
export async function longPress(on: Locator): Promise<void> {
  const page = on.page()
  const { x, y } = (await on.boundingBox())!
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 10, y: y + 5 }] })
  await page.getByRole('toolbar', { name: 'Message actions' }).waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
