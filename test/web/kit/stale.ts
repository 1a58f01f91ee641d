import type { Page } from 'playwright-core'
import { provokes, refusedWith } from './console.ts'

/** Opens a page anew, and answers what keeps it from hearing of anything from then on. It can still ask. */
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
    // It may ask for what its reader may no longer have: whether somebody new has joined, for example.
    provokes(refusedWith(400))
  }
}
