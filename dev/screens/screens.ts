/**
 * `npm run screens`: takes pictures of all screens of the web client, on a phone, a laptop and a wide screen, in light and dark,
 * with an empty, a usual and a crowded organization. Writes them to `dist/screens`, with a page that shows them. `npm run screens
 * -- topic inbox` only takes these. `--readme` also takes the pictures of the README.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { launchOptions } from '../run/browser.ts'
import { newCrowdedOrganization } from './crowded.ts'
import { harbour, type Scene } from './harbour.ts'
import { screens, type Screen } from './list.ts'
import { found, logIn, setupToken } from '../run/organization.ts'
import { freePort, ServerProcess } from '../run/server-process.ts'

const sizes = { phone: [390, 844], laptop: [1280, 800], wide: [1920, 1080] } as const
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const
const themes = ['light', 'dark'] as const
const target = 'dist/screens'

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const isForReadme = process.argv.includes('--readme')

const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const port = await freePort()
const vars = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`].flatMap((one) => ['--var', one])
const server = await ServerProcess.start(port, state, ...vars)
const browser = await chromium.launch(await launchOptions())
const taken: string[] = []
try {
  mkdirSync(target, { recursive: true })
  const usual = await harbour(port)
  if (isForReadme) await takeForReadme(usual)
  else {
    for (const [kind, scene] of [
      ['usual', usual],
      ['empty', await empty()],
      ['crowded', await newCrowdedOrganization(port)],
    ] as const)
      await takeAll(kind, scene)
    writeFileSync(join(target, 'index.html'), gallery(taken))
    process.stdout.write(`${taken.length} screens in ${target}/index.html\n`)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(state, { recursive: true })
}

async function empty(): Promise<Scene> {
  const organization = await found(port, { name: 'Just Begun', string_id: 'begun', owner: 'Noor Aziz' })
  const here = '#narrow'
  return {
    organization,
    reader: organization.owner,
    addresses: { topic: here, stream: here, person: here, rich: here, poll: here },
  }
}

/** A page in a new profile that is logged in as the scene's user. */
async function pageOf({ organization, reader }: Scene, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(10_000)
  // Otherwise the offer of notifications would cover a part of the sidebar in every picture.
  await context.addInitScript(() => localStorage.setItem('rivulet notices', 'asked'))
  const opened = await context.newPage()
  await logIn(opened, organization, reader)
  return opened
}

async function takeAll(kind: string, scene: Scene): Promise<void> {
  const chosen = screens.filter(({ name, isUsual }) => {
    const isWanted = wanted.length === 0 || wanted.includes(name)
    return isWanted && (kind === 'usual' || !isUsual)
  })
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const opened = await pageOf(scene, { viewport: { width, height }, colorScheme, hasTouch: size === 'phone' })
      for (const screen of chosen) {
        const name = `${screen.name}-${kind}-${size}-${colorScheme}.png`
        await show(opened, scene, screen).catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`))
        await opened.screenshot({ path: join(target, name) })
        taken.push(name)
      }
      await opened.context().close()
    }
  }
}

/** Opens a screen and waits until it has loaded. */
async function show(opened: Page, { addresses }: Scene, screen: Screen): Promise<void> {
  await opened.goto(new URL(screen.at?.(addresses) ?? '#inbox', opened.url()).href)
  await opened.reload()
  await opened.getByRole('main').getByRole('heading').first().waitFor()
  await opened.waitForLoadState('networkidle')
  await screen.open?.(opened)
}

/** Takes the pictures of the README: a conversation in light and dark, and one on a phone. */
async function takeForReadme(scene: Scene): Promise<void> {
  const pictures = [
    ['conversation', 'topic', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
    ['inbox', 'inbox', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
    ['phone', 'topic', { ...phone, viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ] as const
  mkdirSync('docs/pictures', { recursive: true })
  for (const [name, wanted, options] of pictures) {
    const opened = await pageOf(scene, options)
    await show(
      opened,
      scene,
      screens.find((screen) => screen.name === wanted)!,
    )
    await opened.screenshot({ path: `docs/pictures/${name}.png` })
    await opened.context().close()
  }
}

/** A page with all pictures. */
function gallery(names: readonly string[]): string {
  const style = 'figure { display: inline-block; margin: 8px } img { max-height: 400px; border: 1px solid gray }'
  const figures = names.map(
    (name) => `<figure><a href="${name}"><img src="${name}" alt=""></a><figcaption>${name}</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`
}
