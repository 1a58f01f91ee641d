/** `npx node dev/generate/icons.ts`: draws the images of `public/icons/` from `public/icon.svg`. Run it after a change of that file. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchOptions } from '../run/browser.ts'

const folder = join(import.meta.dirname, '../../public')
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8')
/** For maskable icons, which systems crop: the colour reaches the edges, and the waves stay in the middle. */
const whole = svg
  .replace('rx="8" ', '')
  .replace('<path ', '<path transform="translate(16 16) scale(0.78) translate(-16 -16)" ')

const icons = [
  // The icon of the tab. An SVG would be laid out and painted with the page, which takes a quarter of the time of the messages.
  ['64', 64, svg],
  ['192', 192, svg],
  ['512', 512, svg],
  ['maskable-512', 512, whole],
  ['apple-touch-icon', 180, whole],
] as const

mkdirSync(join(folder, 'icons'), { recursive: true })
const browser = await chromium.launch(await launchOptions())
const page = await browser.newPage()
for (const [name, size, source] of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>* { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${source}`)
  await page.screenshot({ path: join(folder, `icons/${name}.png`), omitBackground: true })
}
await browser.close()
