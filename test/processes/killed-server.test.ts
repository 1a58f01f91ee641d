/** A page in the middle of its work while its server is killed and started again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchOptions } from '../../dev/run/browser.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'

/** Milliseconds until a page has found its server again. */
const patience = 60_000

const texts = Array.from({ length: 12 }, (_, index) => `Number ${index + 1}.`)

async function post(origin: string, path: string, params: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', body: new URLSearchParams(params) })
  return response.json<Record<string, unknown>>()
}

/** What somebody else gets of what was written. */
async function readContents(origin: string): Promise<string[]> {
  const username = 'member@demo.test'
  const { api_key } = await post(origin, '/dev_fetch_api_key', { username })
  const narrow = JSON.stringify([{ operator: 'topic', operand: 'storm' }])
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: '100',
    num_after: '0',
    narrow,
    apply_markdown: 'false',
  })
  const headers = { Authorization: `Basic ${btoa(`${username}:${String(api_key)}`)}` }
  const response = await fetch(`${origin}/api/v1/messages?${query.toString()}`, { headers })
  const { messages } = await response.json<{ messages: { content: string }[] }>()
  return messages.map(({ content }) => content)
}

test('nothing that is sent is lost or doubled, and the page heals by itself', async () => {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-killed-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server = await ServerProcess.start(port, state)
  const browser = await chromium.launch(await launchOptions())
  try {
    const page = await browser.newPage()
    await page.goto(`${origin}/login`)
    await page.getByRole('group', { name: 'Demo accounts' }).getByRole('button').first().click()
    await page
      .getByRole('navigation', { name: 'Streams' })
      .getByRole('link', { name: /^general/ })
      .click()
    await page.waitForURL(/#narrow\/stream/)
    await page.goto(`${page.url().replace(/\/topic.*/, '')}/topic/storm`)
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    const send = async (text: string) => {
      await box.fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    }
    for (const text of texts.slice(0, 6)) await send(text)
    await server.stop('SIGKILL')
    for (const text of texts.slice(6)) await send(text)
    server = await ServerProcess.start(port, state)
    await expect.poll(() => page.getByRole('banner').getByRole('status').textContent(), { timeout: patience }).toBe('')
    await expect.poll(() => page.getByText('Sending', { exact: true }).count(), { timeout: patience }).toBe(0)
    expect(await readContents(origin)).toEqual(texts)
    const shown = await page.getByRole('main').getByRole('article').allTextContents()
    expect(texts.map((text) => shown.filter((one) => one.includes(text)).length)).toEqual(texts.map(() => 1))
  } finally {
    await browser.close()
    await server.stop()
    rmSync(state, { recursive: true })
  }
})
