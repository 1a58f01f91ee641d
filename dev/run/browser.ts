/**
 * A browser for tests and for looking at pages: `$CHROMIUM`, otherwise an installed Chrome, otherwise the Chromium of the package
 * `@sparticuz/chromium` (also if `$CHROMIUM` is `packed`). That one runs on a bare Linux and is unpacked once. It has a single
 * font, without emoji; `$FONTCONFIG_PATH` provides others.
 */
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import type { LaunchOptions } from 'playwright-core'

const modules = join(import.meta.dirname, '../../node_modules')
const packedChromium = join(modules, '@sparticuz/chromium/bin')
const unpacked = join(modules, '.cache/chromium-153')

/** Where Chrome's own installer and the package managers of systems put it. */
const installedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
]

/** The same rendering on every machine, and no requests to the maker of the browser. */
const args = ['--font-render-hinting=none', '--disable-domain-reliability', '--no-pings']

/** Playwright's options to start the browser. */
export async function launchOptions(): Promise<LaunchOptions> {
  const wanted = process.env['CHROMIUM'] ?? installedPaths.find(existsSync)
  const executablePath = wanted === 'packed' ? undefined : wanted
  // Chrome's sandbox does not work for root, which is the user in many containers.
  const isRoot = process.getuid?.() === 0
  if (executablePath !== undefined) return { executablePath, args, chromiumSandbox: !isRoot }
  if (!existsSync(unpacked)) await unpack()
  return {
    executablePath: join(unpacked, 'chromium'),
    // This build has no sandbox.
    args: [...args, '--no-sandbox', '--no-zygote', '--disable-gpu'],
    env: { FONTCONFIG_PATH: unpacked, ...process.env, LD_LIBRARY_PATH: join(unpacked, 'lib') },
  }
}

/** Unpacks the browser with the libraries and the font that a bare system lacks. */
async function unpack(): Promise<void> {
  // Another process may be unpacking as well. Each uses its own folder, and the first rename wins.
  const own = `${unpacked}.${process.pid}`
  mkdirSync(own, { recursive: true })
  await Promise.all([
    pipeline(
      createReadStream(join(packedChromium, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(own, 'chromium'), { mode: 0o755 }),
    ),
    ...['al2023', 'fonts', 'swiftshader'].map((name) =>
      pipeline(createReadStream(join(packedChromium, `${name}.tar.br`)), createBrotliDecompress(), unpackTar(own)),
    ),
  ])
  writeFileSync(
    join(own, 'fonts.conf'),
    `<fontconfig><dir>${join(unpacked, 'fonts')}</dir><cachedir>${join(unpacked, 'font-cache')}</cachedir></fontconfig>\n`,
  )
  const { status, stderr } = spawnSync(join(own, 'chromium'), ['--version'], {
    env: { ...process.env, LD_LIBRARY_PATH: join(own, 'lib') },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The browser of @sparticuz/chromium does not run here; set CHROMIUM.\n${stderr}`)
  if (existsSync(unpacked)) rmSync(own, { recursive: true })
  else renameSync(own, unpacked)
}
