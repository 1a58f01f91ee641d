import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { launchOptions } from '../../../dev/run/browser.ts'
import { freePort, ServerProcess } from '../../../dev/run/server-process.ts'
import { webBuild } from '../../../dev/run/web-build.ts'
import { setupToken } from './setup-token.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the server. */
    port: number
    /** WebSocket addresses of the browsers, one for each worker: the pages of a browser share its clipboard. */
    browsers: string[]
    /** Folder with the pages that the server serves: a copy, because some tests change them. */
    pages: string
  }
}

/** Starts the server that all web tests share, and a browser for each worker. Returns a function that stops them. */
export default async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const pages = mkdtempSync(join(tmpdir(), 'rivulet-pages-'))
  cpSync(await webBuild(), pages, { recursive: true })
  const port = await freePort()
  const options = await launchOptions()
  const [server, ...browsers] = await Promise.all([
    ServerProcess.start(port, state, '--assets', pages, ...vars),
    ...Array.from({ length: config.maxWorkers }, () => chromium.launchServer(options)),
  ])
  provide('port', port)
  provide(
    'browsers',
    browsers.map((browser) => browser.wsEndpoint()),
  )
  provide('pages', pages)
  return async () => {
    await Promise.all(browsers.map((browser) => browser.close()))
    await server.stop()
    for (const folder of [state, pages]) rmSync(folder, { recursive: true })
  }
}

/** Limits that tests would reach, because they do not wait between requests. */
const vars = ['REQUESTS_PER_MINUTE', 'MESSAGES_PER_MINUTE', 'ANONYMOUS_REQUESTS_PER_MINUTE', 'FILES_PER_MINUTE']
  .map((name) => `${name}:1000000`)
  // Minimal hashing, because tests create many accounts.
  .concat(
    'SCRYPT_COST:1',
    'MARKS_WAIT_SECONDS:1',
    `SETUP_TOKEN:${setupToken}`,
    'EMAIL_DOMAIN:mail.test',
    'WEB_PUSH_TO_LOCALHOST:on',
    'FEEDS_FROM_LOCALHOST:on',
  )
  .flatMap((assignment) => ['--var', assignment])
