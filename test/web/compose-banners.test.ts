import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const bo = await harbour.person('Bo Lindqvist')

async function streamOf(person: Person, name: string, principals?: number[]): Promise<number> {
  await person.wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name }],
    ...(principals && { principals }),
  })
  return (await person.wire.ask('GET /get_stream_id', { stream: name })).stream_id
}

const at = (stream_id: number, topic: string): string =>
  `/#narrow/stream/${stream_id}-x/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('people see that one writes to them, until one stops', async () => {
  await using own = await harbour.pageOf(ada, {}, `/#narrow/pm-with/${bo.id}-bo`)
  await using other = await harbour.pageOf(bo, {}, `/#narrow/pm-with/${ada.id}-ada`)
  await message(other.page).waitFor()
  await message(own.page).fill('I am thinking')
  await other.page.getByText('Ada Park is typing').waitFor()
  await message(own.page).fill('')
  await expect.poll(() => other.page.getByText('Ada Park is typing').count()).toBe(0)
})

test('nobody is told where one writes in a stream, or does not want it told', async () => {
  const quiet = await harbour.person('Quiet Quinn')
  await quiet.wire.ask('PATCH /settings', { send_private_typing_notifications: false })
  const stream_id = await streamOf(quiet, 'tides')
  await using own = await harbour.pageOf(quiet, {}, at(stream_id, 'high water'))
  const asked: string[] = []
  own.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(String(payload))))
  own.page.on('request', (request) => asked.push(request.url()))
  await own.page.reload()
  await message(own.page).fill('In a stream')
  await own.page.goto(`${harbour.origin}/#narrow/pm-with/${bo.id}-bo`)
  await message(own.page).fill('To Bo')
  await own.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => asked.some((one) => one.includes('/messages'))).toBe(true)
  expect(asked.filter((one) => one.includes('/typing'))).toEqual([])
})

describe('where one may not write', () => {
  test('a sentence says why, and the box is back when one may', async () => {
    const stream_id = await streamOf(harbour.owner, 'news', [bo.id])
    const set = (stream_post_policy: number) =>
      harbour.owner.wire.ask('PATCH /streams/{stream_id}', { stream_id, stream_post_policy })
    await set(2)
    await using own = await harbour.pageOf(bo, {}, at(stream_id, 'today'))
    await own.page.getByText('Only administrators can post in this stream.').waitFor()
    expect(await message(own.page).count()).toBe(0)
    expect(await violationsInBothThemes(own.page)).toEqual([])
    await set(1)
    await message(own.page).waitFor()
  })

  test('administrators may', async () => {
    const stream_id = await streamOf(harbour.owner, 'orders')
    await harbour.owner.wire.ask('PATCH /streams/{stream_id}', { stream_id, stream_post_policy: 2 })
    await using own = await harbour.pageOf(harbour.owner, {}, at(stream_id, 'today'))
    await message(own.page).waitFor()
  })
})

test('whoever is not in a stream is told so, and can join', async () => {
  const stream_id = await streamOf(ada, 'cranes')
  await using own = await harbour.pageOf(bo, {}, at(stream_id, 'north'))
  await own.page.getByText('You haven’t joined this stream').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await own.page.getByRole('button', { name: 'Join' }).click()
  await expect.poll(() => own.page.getByText('You haven’t joined this stream').count()).toBe(0)
})

test('a resolved topic is told of', async () => {
  const stream_id = await streamOf(ada, 'gauges')
  await using own = await harbour.pageOf(ada, {}, at(stream_id, '✔ broken gauge'))
  await own.page.getByText('This topic is resolved.').waitFor()
  await message(own.page).waitFor()
})

test('a mention of everybody tells how many that are, or that one may not', async () => {
  const people: Person[] = []
  for (let n = 0; n < 15; n += 1) people.push(await harbour.person(`Sailor ${String.fromCodePoint(65 + n)}`))
  const stream_id = await streamOf(harbour.owner, 'crew', [ada.id, ...people.map(({ id }) => id)])
  await using own = await harbour.pageOf(ada, {}, at(stream_id, 'all hands'))
  await message(own.page).fill('Hello `@all`')
  await message(own.page).fill('Hello @**all**')
  await own.page.getByRole('alert').getByText('You can’t mention everyone').waitFor()
  await using chief = await harbour.pageOf(harbour.owner, {}, at(stream_id, 'all hands'))
  await message(chief.page).fill('Hello @**all**')
  await chief.page
    .getByRole('alert')
    .getByText(/^1[67] people will be notified\.$/)
    .waitFor()
})

test('a reply begins in the text box of its conversation', async () => {
  const stream_id = await streamOf(ada, 'bells')
  await ada.wire.ask('POST /messages', { type: 'stream', to: 'bells', topic: 'noon', content: 'Ding.' })
  await using own = await harbour.pageOf(ada, {}, `/#narrow/stream/${stream_id}-bells`)
  const { page } = own
  await page.getByRole('article').last().hover()
  await page.getByRole('toolbar', { name: 'Message actions' }).getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('heading', { name: 'bells › noon', level: 1 }).waitFor()
  await expect.poll(() => message(page).evaluate((box) => box === document.activeElement)).toBe(true)
})
