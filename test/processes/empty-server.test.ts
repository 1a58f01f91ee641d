/** `npm start -- --empty`: no organization is there, and the address where one is founded is printed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { launchOptions } from '../../dev/run/browser.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'

test('a server without the demo organization says where one is founded, and is one address for everybody near', async () => {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-empty-'))
  const port = await freePort()
  const server = await ServerProcess.start(port, state, '--empty', '--var', 'SCRYPT_COST:1')
  onTestFinished(async () => {
    await server.stop()
    rmSync(state, { recursive: true })
  })
  const address = `http://localhost:${port}/new`
  expect(server.printed).toContain(`${address}\n  Found your organization there.`)
  expect(server.printed).not.toContain('Demo accounts')

  const browser = await chromium.launch(await launchOptions())
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB' })
  await page.goto(address)
  for (const [name, text] of [
    ['Organization name', 'Harbour Works'],
    ['Your name', 'Olga Owner'],
    ['Email', 'olga@example.com'],
    ['Password', 'tern-otter-seal'],
  ] as const)
    await page.getByRole('textbox', { name, exact: true }).fill(text)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('banner').getByText('Harbour Works').waitFor()

  // Without TLS, as no engine keeps strict cookies of it.
  const near = await browser.newPage({ locale: 'en-GB' })
  await near.goto(`http://127.0.0.1:${port}/login`)
  await near.getByRole('textbox', { name: 'Email' }).fill('olga@example.com')
  await near.getByRole('textbox', { name: 'Password' }).fill('tern-otter-seal')
  await near.keyboard.press('Enter')
  await near.getByRole('banner').getByText('Harbour Works').waitFor()
  await near.goto(`http://127.0.0.1:${port}/nothing/here`)
  await near.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor()
  await near.getByRole('link', { name: 'Go to the home page' }).click()
  await near.getByRole('banner').getByText('Harbour Works').waitFor()

  // The server refuses these files without reading them. The connections must survive that.
  const ask = async () => {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(3_000_000)], 'tides.bin'))
    const headers = { Cookie: 'rivulet-session=ended', 'X-Requested-With': 'test', Origin: `http://localhost:${port}` }
    return (await fetch(`http://localhost:${port}/api/v1/user_uploads`, { method: 'POST', headers, body })).status
  }
  expect(new Set(await Promise.all(Array.from({ length: 40 }, ask)))).toEqual(new Set([401]))
})
