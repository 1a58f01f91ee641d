/**
 * A page that shows messages from IndexedDB and does nothing else: what opening a conversation costs at least. Its own
 * server, so that nothing of the client is near it.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const html = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Bare</title>
  <style>
    body { font: 15px/1.45 system-ui; }
    article { padding: 8px 20px; }
  </style>
  <main></main>
  <script src="/bare.js" type="module"></script>
</html>`

const script = `
const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('bare', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('screens')
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
const opened = open()
globalThis.keep = async (messages) => {
  const database = await opened
  await done(database.transaction('screens', 'readwrite').objectStore('screens').put(messages, 'last'))
}
const messages = (await done((await opened).transaction('screens').objectStore('screens').get('last'))) ?? []
document.querySelector('main').append(...messages.map(({ name, time, content }) => {
  const article = document.createElement('article')
  const sender = document.createElement('strong')
  sender.textContent = name
  const at = document.createElement('time')
  at.textContent = time
  const text = document.createElement('div')
  text.innerHTML = content
  article.append(sender, at, text)
  return article
}))
`

/** Serves it on a port of its own. */
export function serveBarePage(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/bare.js'
    answer.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    answer.setHeader('Cache-Control', isScript ? 'public, max-age=31536000, immutable' : 'no-cache')
    answer.end(isScript ? script : html)
  })
  return new Promise((resolve) => {
    server.listen(0, () => resolve({ server, address: `http://localhost:${(server.address() as AddressInfo).port}/` }))
  })
}
