/** Speaking to the site (import/site.ts). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ArchiveError } from '../../import/conversion.ts'
import { HttpSite, NetworkError, Refusal, siteOrigin } from '../../import/site.ts'

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A server, and a site that speaks to it under this name. */
async function serving(
  answer: (request: Received, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<{ site: HttpSite; received: Received[]; stop: AbortController }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method: method!, url: url!, headers, body: Buffer.concat(parts).toString() })
      answer(received.at(-1)!, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const stop = new AbortController()
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  const site = new HttpSite({ origin, email: 'ada@example.com', key: 'k3y', userAgent: 'test/1', signal: stop.signal })
  return { site, received, stop }
}

const success = (_: Received, response: ServerResponse) => response.end('{"result":"success","import_id":7}')

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < 3; index += 1) yield Buffer.alloc(100_000, String(index))
}

async function* damaged(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x')
  throw new ArchiveError('"x" is damaged')
}

test.each(['127.0.0.1', 'localhost', 'acme.localhost'])(
  'requests to %s have the key and their parameters',
  async (host) => {
    const { site, received } = await serving(success, host)
    expect(await site.ask('POST', '/import', { chapter: 'users', records: '[{"a":"ä"}]', pace: false })).toMatchObject({
      import_id: 7,
    })
    await site.ask('GET', '/import/7')
    const [first, second] = received as [Received, Received]
    expect([first.method, first.url, second.method, second.url]).toEqual([
      'POST',
      '/api/v1/import',
      'GET',
      '/api/v1/import/7',
    ])
    expect(first.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('ada@example.com:k3y').toString('base64')}`,
      'user-agent': 'test/1',
    })
    expect(first.headers.host).toContain(host)
    const form = await new Response(first.body, {
      headers: { 'content-type': first.headers['content-type']! },
    }).formData()
    expect(Object.fromEntries(form)).toEqual({ chapter: 'users', records: '[{"a":"ä"}]', pace: 'false' })
  },
)

test.each(['127.0.0.1', 'acme.localhost'])('files are sent to %s as they are, with their length', async (host) => {
  const { site, received } = await serving(success, host)
  await site.put('/import/7/files/attachment/3', { size: 300_000, pieces: pieces() })
  expect(received[0]!.headers).toMatchObject({ 'content-length': '300000', 'content-type': 'application/octet-stream' })
  expect(received[0]!.body).toHaveLength(300_000)
  await site.put('/import/7/files/attachment/4', { size: 0, pieces: (async function* () {})() })
  expect(received[1]!.headers['content-length']).toBe('0')
})

test.each(['127.0.0.1', 'acme.localhost'])(
  'a file that cannot be read is not a failure of the network (%s)',
  async (host) => {
    const { site } = await serving(success, host)
    await expect(site.put('/x', { size: 10, pieces: damaged() })).rejects.toThrow(ArchiveError)
  },
)

test('redirects are not followed, and the key goes nowhere else', async () => {
  const other = await serving(success)
  for (const host of ['127.0.0.1', 'acme.localhost']) {
    const { site } = await serving((_, response) => {
      response.writeHead(302, { location: 'https://other.example/' }).end()
    }, host)
    await expect(site.ask('GET', '/import')).rejects.toThrow('The site has moved to https://other.example/.')
  }
  expect(other.received).toEqual([])
})

test.each([
  [429, { 'retry-after': '61' }, '{"result":"error","msg":"Slow down"}', 'Slow down', 61],
  [400, {}, '{"result":"error","msg":"records[0]: bad"}', 'records[0]: bad', null],
  [502, {}, '<html>Bad gateway</html>', 'The site answers with status 502.', null],
  [200, {}, '<html>Welcome</html>', 'There is no Rivulet at this address.', null],
  [200, {}, 'null', 'There is no Rivulet at this address.', null],
] as const)(
  'an answer of status %s that is no success is a refusal',
  async (status, headers, body, text, retryAfter) => {
    for (const host of ['127.0.0.1', 'acme.localhost']) {
      const { site } = await serving((_, response) => response.writeHead(status, headers).end(body), host)
      const error = await site.ask('GET', '/import').catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Refusal)
      expect(error).toMatchObject({ status, message: text, retryAfter })
    }
  },
)

test('a connection that breaks is a failure of the network, and so is a stop', async () => {
  for (const host of ['127.0.0.1', 'acme.localhost']) {
    const broken = await serving((_, response) => response.destroy(), host)
    await expect(broken.site.ask('POST', '/import')).rejects.toThrow(NetworkError)
    const silent = await serving(() => {}, host)
    const request = silent.site.ask('GET', '/import')
    setTimeout(() => silent.stop.abort(), 50)
    await expect(request).rejects.toThrow(NetworkError)
  }
})

test.each([
  ['chat.example.com', 'https://chat.example.com'],
  ['https://chat.example.com/login?x', 'https://chat.example.com'],
  ['http://acme.localhost:8787', 'http://acme.localhost:8787'],
  ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
  ['http://[::1]:1/', 'http://[::1]:1'],
])('%s is a site', (text, origin) => {
  expect(siteOrigin(text)).toEqual({ origin })
})

test.each([
  ['http://chat.example.com', /unencrypted.*https:\/\/chat\.example\.com/],
  ['http://localhost.example.com', /unencrypted/],
  ['https://ada:secret@chat.example.com', /password/],
  ['https://', /no address/],
  ['a b', /no address/],
])('%s is no site', (text, problem) => {
  expect(siteOrigin(text)).toEqual({ problem: expect.stringMatching(problem) as string })
})

test('an answer without an end is given up, and so is a file', async () => {
  const piece = Buffer.alloc(4 * 1024 ** 2, ' ')
  const { site } = await serving((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', more)
    }
    more()
  })
  await expect(site.ask('GET', '/import')).rejects.toThrow(ArchiveError)
  await expect(site.get('/parts', [])).rejects.toThrow('more than 67 MB')
  let received = 0
  const write = async (bytes: Uint8Array) => void (received += bytes.length)
  await expect(site.download('/file', write)).rejects.toThrow('more than 105 MB')
  expect(received).toBeLessThanOrEqual(100 * 1024 ** 2)
})
