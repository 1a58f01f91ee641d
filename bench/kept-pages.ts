/** Conversations that a page has kept, for measuring how soon it shows them. */
import type { Organization } from '../dev/run/organization.ts'

/** Messages of each conversation. */
export const messageCount = 60

/** Messages that fill the window. */
export const fullCount = 15

/** Milliseconds after which a page has kept what it shows. */
export const keepingMs = 6000

/** Promises when messages are first shown: two frames after they were there, in milliseconds of the page. */
export const shownScript = `globalThis.shown = new Promise((resolve) => {
  const look = () => {
    if (document.querySelectorAll('article').length < ${fullCount}) return requestAnimationFrame(look)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
  }
  look()
})`

/** Presses the link of a topic; milliseconds until its messages are shown. */
export const pressTopic = (topic: string): string => `new Promise((resolve) => {
  const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent.trim() === '${topic}')
  const before = document.querySelector('main article')
  const begin = performance.now()
  const look = () => {
    if (before.isConnected || document.querySelectorAll('main article').length < ${fullCount}) return requestAnimationFrame(look)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begin)))
  }
  link.click()
  look()
})`

/** Two topics of ordinary messages; their addresses. */
export async function talkIn({ owner }: Organization): Promise<string[]> {
  await owner.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }], announce: false })
  const { stream_id } = await owner.wire.ask('GET /get_stream_id', { stream: 'tides' })
  const content =
    'The tide tables for **next week** are up at https://example.com/tables. We leave before `nine` :ship:'
  for (const topic of ['high', 'low'])
    for (let index = 0; index < messageCount; index += 1)
      await owner.wire.ask('POST /messages', { type: 'stream', to: 'tides', topic, content: `${index}: ${content}` })
  return ['high', 'low'].map((topic) => `/#narrow/stream/${stream_id}/topic/${topic}`)
}
