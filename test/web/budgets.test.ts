import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { languages } from '../../web/i18n/languages.ts'
import { Organization } from './kit/organization.ts'
import { saveNow } from './kit/worker.ts'

/** Most bytes of scripts and styles before the first message, compressed. */
const maxBytes = 64 * 1024

/** Most elements of a page that is no list. */
const maxElements = 1000

test('opening asks for little, and loads little', async () => {
  const harbour = await Organization.found()
  // On a phone, whose network is slow: the people beside what is read are loaded where there is room for them.
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const requests: string[] = []
  own.page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const sockets: string[] = []
  own.page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
  const forget = `indexedDB.deleteDatabase('rivulet')`
  // The first time, and again from what was kept.
  for (const asked of [['POST /api/v1/register'], []]) {
    await own.page.goto(`${harbour.origin}/icon.svg`)
    if (asked.length > 0) await own.page.evaluate(forget)
    requests.splice(0)
    sockets.splice(0)
    await own.page.goto(harbour.origin)
    await own.page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await expect.poll(() => sockets.length).toBe(1)
    expect(requests.filter((request) => request.includes('/api/'))).toEqual(asked)
    expect(sockets).toEqual(['/api/v1/events'])
    await saveNow(own.page)
  }

  expect(await own.page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(maxElements)
})

test.each(Object.keys(languages))(
  'the first view in the language %s needs few bytes, and no other language',
  async (tag) => {
    const harbour = await Organization.found()
    await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 }, locale: tag })
    // The inbox is beside that which leads to messages.
    await own.page.goto(`${harbour.origin}/icon.svg`)
    await own.page.goto(`${harbour.origin}/#narrow`)
    await own.page.waitForFunction(() => performance.getEntriesByName('first-view').length > 0)
    expect(await own.page.evaluate(() => document.documentElement.lang)).toBe(tag)

    // What is asked for after the first view keeps nobody waiting for it.
    const files = await own.page.evaluate(() => {
      const { startTime } = performance.getEntriesByName('first-view')[0]!
      return performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime < startTime)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/app/'))
    })
    const ofTexts = files.filter((path) => /^\/app\/(startup-)?texts-/.test(path))
    expect(ofTexts).toEqual([expect.stringMatching(`^/app/startup-texts-${tag}-\\w+\\.js$`)])
    const contents = await Promise.all(
      files.map(async (path) => (await fetch(`http://localhost:${inject('port')}${path}`)).arrayBuffer()),
    )
    const bytes = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
    expect(bytes).toBeGreaterThan(10 * 1024)
    expect(bytes).toBeLessThan(maxBytes)
  },
)
