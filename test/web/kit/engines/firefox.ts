import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type KeyInput } from 'puppeteer-core'
import { namedKeys, type Role, type Visitor } from './visitor.ts'

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The path of the installed Firefox; undefined if there is none. */
export const firefoxPath = process.env['FIREFOX'] ?? places.find(existsSync)

/** Opens a Firefox window with a new profile. It is driven by WebDriver BiDi, which every Firefox supports. */
export async function openFirefox(preferences: Readonly<Record<string, unknown>> = {}): Promise<Visitor> {
  // Firefox refuses to start as root when $HOME belongs to another user, which happens in containers.
  const home = mkdtempSync(join(tmpdir(), 'rivulet-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath!,
    env: { ...process.env, HOME: home },
    // The tests look for English labels.
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', ...preferences },
    defaultViewport: { width: 1280, height: 800 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  const found = (role: Role, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`)
  return {
    errors,
    async go(url) {
      await page.goto(url)
    },
    async click(role, name) {
      await found(role, name).click()
    },
    async press(...parts) {
      for (const part of parts)
        if (part in namedKeys) await page.keyboard.press(part as KeyInput)
        else await page.keyboard.type(part)
    },
    evaluate: (expression) => page.evaluate(expression),
    async [Symbol.asyncDispose]() {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
