/** What systems need to install the client. */
import { expect, inject, test } from 'vitest'
import { newContext } from './kit/browser.ts'

const base = `http://localhost:${inject('port')}`

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly purpose?: string
}

interface Manifest {
  readonly name: string
  readonly short_name: string
  readonly start_url: string
  readonly display: string
  readonly icons: readonly Icon[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Icon[] }[]
}

test('the manifest names pictures that are there, as large as it says', async () => {
  const context = await newContext()
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  const address = (rel: string) => page.locator(`link[rel=${rel}]`).evaluate((link: HTMLLinkElement) => link.href)
  const response = await page.request.get(await address('manifest'))
  expect(response.headers()['content-type']).toContain('manifest+json')
  expect(response.headers()['cache-control']).toBe('no-cache')
  const { icons, shortcuts, ...rest } = (await response.json()) as Manifest
  expect(rest).toMatchObject({ name: 'Rivulet', short_name: 'Rivulet', start_url: '/', display: 'standalone' })
  expect(shortcuts.map(({ url }) => url)).toContain('/#inbox')
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  const touch: Icon = { src: await address('apple-touch-icon'), sizes: '180x180' }
  for (const { src, sizes } of [...icons, ...shortcuts.flatMap((one) => one.icons), touch]) {
    const size = await page.evaluate(async (path) => {
      const picture = new Image()
      picture.src = path
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
  await context.close()
})

test('the service worker and the manifest are looked for anew each time', async () => {
  for (const path of ['/sw.js', '/manifest.webmanifest'])
    expect((await fetch(base + path)).headers.get('Cache-Control'), path).toBe('no-cache')
})
