import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'

const origin = `http://localhost:${inject('port')}`
const at = (path: string): string => join(import.meta.dirname, '../..', path)

async function get(path: string): Promise<Response & { body_text: string }> {
  const response = await fetch(origin + path, { redirect: 'manual' })
  return Object.assign(response, { body_text: await response.text() })
}

describe.each(['/', '/login', '/new', '/join', '/join/abc', '/reset', '/reset/abc', '/email/abc'])(
  'the page at %s',
  (path) => {
    test('is the client', async () => {
      const { status, headers, body_text } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(body_text).toContain('<title>Rivulet</title>')
    })

    test('is looked for anew each time', async () => {
      expect((await get(path)).headers.get('Cache-Control')).toBe('no-cache')
    })

    test('runs nothing but its own scripts', async () => {
      const { headers } = await get(path)
      const policy = new Map(
        headers
          .get('Content-Security-Policy')!
          .split('; ')
          .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')] as const),
      )
      expect(policy.get('default-src')).toBe("'none'")
      expect(policy.get('script-src')).toBe("'self'")
      expect(policy.get('style-src')).toBe("'self'")
      expect(policy.get('connect-src')).toBe("'self'")
      expect(policy.get('img-src')).toBe("'self' data: blob:")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      expect(policy.get('form-action')).toBe("'none'")
      expect(policy.get('require-trusted-types-for')).toBe("'script'")
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    })
  },
)

describe('the files of the client', () => {
  test('are named by what is in them, and kept for good', async () => {
    const { body_text } = await get('/')
    const names = [...body_text.matchAll(/(?:src|href)="(\/app\/[^"]*)"/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      expect(name).toMatch(/-[\w-]{8}\.(js|css)$/)
      const { status, headers } = await get(name)
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('are not there once they are gone, and no cache remembers that', async () => {
    const { status, headers, body_text } = await get('/app/old-12345678.js')
    expect(status).toBe(404)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body_text).not.toContain('<')
  })

  test('lead browsers that ask for /favicon.ico to the icon', async () => {
    const { status, headers } = await get('/favicon.ico')
    expect([status, headers.get('Location')]).toEqual([302, '/icon.svg'])
  })

  test('are no settings of the server', async () => {
    for (const name of ['/_headers', '/_redirects']) expect((await get(name)).status).toBe(404)
  })
})

describe.each(['/api/v1/openapi.json', '/api/docs', '/api/docs/show.js'])('the file at %s', (path) => {
  test('is read as it is, whole or in its head', async () => {
    const { status, headers, body_text } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).not.toBe(null)
    expect(headers.get('Content-Security-Policy') ?? 'a script').not.toContain("'unsafe")
    const head = await fetch(origin + path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const again = await fetch(origin + path, { headers: { 'If-None-Match': headers.get('ETag')! } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    if (path.endsWith('.json')) expect(JSON.parse(body_text)).toMatchObject({ openapi: '3.1.0' })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is no place to %s something, in the words of the API',
    async (method) => {
      const response = await fetch(origin + path, { method, body: 'method=GET' })
      expect(response.status).toBe(405)
      expect(response.headers.get('Content-Type')).toBe('application/json')
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
      expect(await response.json()).toEqual({
        result: 'error',
        msg: 'Method Not Allowed',
        code: 'METHOD_NOT_ALLOWED',
        allowed_methods: ['GET', 'HEAD'],
      })
    },
  )

  test('says what can be done with it', async () => {
    const response = await fetch(origin + path, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })
})

test('files of the API that there are not are errors in its words', async () => {
  const { status, body_text } = await get('/api/docs/nothing.js')
  expect([status, JSON.parse(body_text).code]).toEqual([404, 'NOT_FOUND'])
})

describe('what the Worker answers', () => {
  const asked = readFileSync(at('wrangler.toml'), 'utf8')
  // The page is made from the application.
  const listed = readFileSync(at('docs/coverage.md'), 'utf8')

  test('comes from the Worker', async () => {
    for (const path of ['/api/v1/server_settings', '//api/v1/server_settings', '/static/generated/timezones.json']) {
      const { status, body_text } = await get(path)
      expect(status, path).toBe(200)
      expect(body_text, path).toContain('"result":"success"')
    }
  })

  test('is asked for before the files are looked through', () => {
    const first = new Set([...listed.matchAll(/\{base_url\}\/(\w+)/g)].map(([, segment]) => segment!))
    expect(first.size).toBeGreaterThan(4)
    for (const segment of ['api', ...first]) expect(asked).toMatch(new RegExp(`"/${segment}(?:/\\*)?"`))
  })

  test('is an error for what there is not', async () => {
    const { status, headers, body_text } = await get('/nothing/of/this/name')
    expect(status).toBe(404)
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(JSON.parse(body_text)).toMatchObject({ code: 'NOT_FOUND' })
  })
})
