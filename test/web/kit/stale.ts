import type { Page } from 'playwright-core'
import { provokes, refusalLine } from './console.ts'

/** Reloads a page. Returns a function that cuts it off from events; its requests still work. */
export async function canBeStale(page: Page): Promise<() => void> {
  let isStale = false
  await page.routeWebSocket(/\/api\/v1\/events/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      if (!isStale || !String(message).startsWith('{"events"')) socket.send(message)
    })
  })
  await page.reload()
  await page.getByRole('banner').waitFor()
  return () => {
    isStale = true
    // A page without events may request what its user has lost access to, such as the list of newcomers.
    provokes(refusalLine(400))
  }
}
