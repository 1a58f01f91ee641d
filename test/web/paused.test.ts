/** What a page says while the server's plan allows no more changes. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

/** As the server says it, in whose place the platform would have to stop. */
const refusal = {
  result: 'error',
  msg: 'This server has used up what its plan allows for a day. It goes on at midnight UTC.',
  code: 'QUOTA_EXCEEDED',
  'retry-after': 3600,
}

test('a line says until when changes are refused; what is written stays on its way, and goes when they are not', async () => {
  provokes(refusalLine(503, '/messages'))
  const tides = await talk([ada])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  let isRefused = true
  let goOn!: () => void
  await page.routeWebSocket(/\/api\/v1\/events/, (socket) => {
    const server = socket.connectToServer()
    let last = Number(new URL(socket.url()).searchParams.get('last_event_id'))
    server.onMessage((message) => {
      const { events = [] } = message.toString().startsWith('{')
        ? (JSON.parse(message.toString()) as { events?: { id: number }[] })
        : {}
      last = events.at(-1)?.id ?? last
      socket.send(message)
    })
    // Its id is below those of all later events.
    goOn = () => socket.send(JSON.stringify({ events: [{ type: 'quota', refused_until: null, id: last + 0.5 }] }))
    socket.onMessage((message) => {
      const isSending = String(message).includes('"POST /messages"')
      if (!isSending || !isRefused) return server.send(message)
      socket.send(JSON.stringify({ id: (JSON.parse(String(message)) as { id: number }).id, answer: refusal }))
    })
  })
  // Before the socket is open, it is asked over HTTP.
  await page.route('**/api/v1/messages', (route) => {
    const isSending = route.request().method() === 'POST' && isRefused
    return isSending ? route.fulfill({ status: 503, json: refusal }) : route.continue()
  })
  await page.reload()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('Kept')
  await box.press('Control+Enter')

  const line = page.getByRole('region', { name: 'Paused' })
  await line.getByText('Paused until').waitFor()
  await messages(page).filter({ hasText: 'Kept' }).getByText('Sending').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  isRefused = false
  goOn()
  await line.waitFor({ state: 'detached' })
  await expect.poll(() => messages(page).filter({ hasText: 'Sending' }).count()).toBe(0)
  expect(await messages(page).filter({ hasText: 'Kept' }).count()).toBe(1)
})
