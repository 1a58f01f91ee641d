import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import type { Scripted } from '../kit/outside'
import { base64, hex, picture } from '../kit/outside-pictures'
import { noBeginnings, otherPictures, pictures } from '../kit/pictures'
import { redirect, redirects, Service } from '../kit/services'

const mebibyte = 1024 * 1024

let realm: TestRealm
let ada: Person
let bo: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

afterEach(() => vi.restoreAllMocks())

/** Asks for the picture at an address. */
const fetchPicture = (address: string, person: Person | null = ada, headers = {}, method = 'GET'): Promise<Response> =>
  reach(realm.host, `/external_content/${hex(address)}`, {
    method,
    headers: { ...(person !== null && { Authorization: person.authorization }), ...headers },
  })

const bytesOf = async (response: Response): Promise<number[]> => [...new Uint8Array(await response.arrayBuffer())]

async function compress(bytes: readonly number[]): Promise<number[]> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream('gzip'))
  return bytesOf(new Response(stream))
}

const headersOf = ({ headers }: Response) => Object.fromEntries(headers)

/** Expects the refusal of a picture that is not there, as plain text. */
async function expectNone(response: Response): Promise<void> {
  expect([response.status, await response.text()]).toEqual([404, 'File not found\n'])
}

describe('a picture of another site', () => {
  test.each(Object.entries({ ...pictures, ...otherPictures }))('is shown: %s', async (_, { type, bytes }) => {
    const headers = { 'Content-Type': `${type}; charset=binary` }

    const response = await fetchPicture(new Service([{ headers, base64: base64(bytes) }]).url)

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await bytesOf(response)).toEqual([...bytes])
  })

  test('has the type of its bytes, and headers of this server alone', async () => {
    const headers = {
      'Content-Type': 'image/jpeg',
      'Set-Cookie': 'a=b',
      'X-Other': 'c',
      'Content-Disposition': 'attachment',
    }

    const response = await fetchPicture(new Service([picture('gif', { headers })]).url)

    expect(response.headers.get('Content-Type')).toBe('image/gif')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400',
    })
    for (const name of ['set-cookie', 'x-other', 'x-ratelimit-limit'])
      expect(response.headers.has(name), name).toBe(false)
  })

  test('is asked for without a word about who looks at it', async () => {
    const service = new Service([picture()])
    const about = {
      Cookie: 'a=b',
      Referer: 'https://chat.example.com/',
      'User-Agent': 'Ada',
      'CF-Connecting-IP': '203.0.113.7',
    }

    await fetchPicture(service.url, ada, { ...about, 'X-Forwarded-For': '203.0.113.7', 'Accept-Language': 'tlh' })

    const [seen] = await service.seen(1)
    expect(seen).toMatchObject({ method: 'GET', body: '' })
    // The platform says of every Worker whose it is.
    const { host: _, 'cf-worker': __, ...headers } = seen!.headers
    expect(headers).toEqual({
      accept: expect.stringContaining('image/png'),
      'user-agent': 'Rivulet (pictures for readers)',
      'x-real-ip': '2a06:98c0:3600::103',
    })
  })

  test('is fetched once for everybody', async () => {
    const service = new Service([picture()])
    const first = await fetchPicture(service.url)
    await first.arrayBuffer()

    for (const [address, person] of [
      [service.url, ada],
      [service.url, bo],
      [`${service.url}#part`, bo],
    ] as const) {
      const again = await fetchPicture(address, person)
      expect(await bytesOf(again)).toEqual([...pictures['png']!.bytes])
      expect(headersOf(again)).toEqual(headersOf(first))
    }
    expect(await service.seen()).toHaveLength(1)
  })

  test('is shown where the platform has no cache', async () => {
    vi.spyOn(caches, 'open').mockRejectedValue(new Error('There is no cache'))
    const service = new Service([picture()])

    for (const person of [ada, bo]) expect((await fetchPicture(service.url, person)).status).toBe(200)
    expect(await service.seen()).toHaveLength(2)
  })

  test('is not sent again to who has it', async () => {
    const { url } = new Service([picture()])
    const first = await fetchPicture(url)
    await first.arrayBuffer()
    const tag = first.headers.get('ETag')!

    const again = await fetchPicture(url, ada, { 'If-None-Match': tag })

    expect(tag).toMatch(/^"[A-Za-z0-9]{32}"$/)
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
    expect((await fetchPicture(url, ada, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('has no body for HEAD, at first and from the cache', async () => {
    const { url } = new Service([picture('png', { zeros: 8 * mebibyte })])

    for (const _ of [1, 2]) {
      const head = await fetchPicture(url, ada, {}, 'HEAD')
      expect([head.status, await head.text(), head.headers.get('Content-Type')]).toEqual([200, '', 'image/png'])
    }
    // What was not sent takes no room.
    const large = await fetchPicture(new Service([picture('png', { zeros: 8 * mebibyte })]).url)
    expect([large.status, (await bytesOf(large)).length]).toEqual([200, pictures['png']!.bytes.length + 8 * mebibyte])
  })

  test('is shown from behind three redirects', async () => {
    expect((await fetchPicture(new Service([...redirects(3), picture()]).url)).status).toBe(200)
  })

  test('is shown to a page with a key in the address', async () => {
    const address = `/external_content/${hex(new Service([picture()]).url)}`
    expect((await reach(realm.host, `${address}?api_key=${ada.key}`)).status).toBe(200)
  })
})

describe('nothing is shown', () => {
  const type = { 'Content-Type': 'image/png' }
  const large = 10 * mebibyte

  test.each<[string, Scripted]>([
    ['where the server says that it is HTML', picture('png', { headers: { 'Content-Type': 'text/html' } })],
    ['where it says that it is SVG', picture('png', { headers: { 'Content-Type': 'image/svg+xml' } })],
    ['where it says that it is any bytes', picture('png', { headers: { 'Content-Type': 'application/octet-stream' } })],
    ['where it says no type', picture('png', { headers: {} })],
    ['where it has an error', picture('png', { status: 500 })],
    ['where it has none', picture('png', { status: 404 })],
    ['where it answers only a part', picture('png', { status: 206 })],
    [
      'of a picture that says that it is too large',
      picture('png', { headers: { ...type, 'Content-Length': String(large + 1) } }),
    ],
    ['of a picture that is too large', picture('png', { zeros: large })],
    ...Object.entries(noBeginnings).map(([name, bytes]): [string, Scripted] => [
      `of ${name}`,
      { headers: type, base64: base64(bytes) },
    ]),
  ])('%s', async (_, scripted) => {
    const service = new Service([scripted])

    await expectNone(await fetchPicture(service.url))

    // The same answer for some minutes, without another request.
    await expectNone(await fetchPicture(service.url, bo))
    expect(await service.seen()).toHaveLength(1)
  })

  test.each([
    'https://127.0.0.1/a.png',
    'https://127.1/a.png',
    'https://0x7f.1/a.png',
    'https://2130706433/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:10.0.0.1]/a.png',
    'http://169.254.169.254/a.png',
    'http://localhost:8787/a.png',
    'http://router.lan/a.png',
    'http://printer/a.png',
    'https://chat.rivulet.test/a.png',
    'https://rivulet.test./a.png',
    'https://user:password@service.example.com/a.png',
    'ftp://service.example.com/a.png',
    'file:///a.png',
    'data:image/png;base64,iVBORw0KGgo=',
    '/a.png',
    'a.png',
  ])('at %s, also not where a redirect leads there', async (address) => {
    const asked = vi.spyOn(globalThis, 'fetch')

    await expectNone(await fetchPicture(address))
    expect(asked).not.toHaveBeenCalled()

    // Of these the one that leads there is asked, which is one of this server's own where the address is relative.
    const leading = new Service([redirect(address), picture('png', { status: 404 })]).url
    await expectNone(await fetchPicture(leading))
    expect(asked.mock.calls[0]).toEqual([leading, expect.anything()])
    expect(asked.mock.calls.map(([url]) => url)).not.toContain(address)
  })

  test('of a picture that breaks off', async () => {
    const bytes = await compress(pictures['png']!.bytes)
    const headers = { 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' }
    const [whole, part] = [bytes, bytes.slice(0, -12)].map((sent) => new Service([{ headers, base64: base64(sent) }]))

    expect(await bytesOf(await fetchPicture(whole!.url))).toEqual([...pictures['png']!.bytes])
    await expectNone(await fetchPicture(part!.url))
  })

  test('behind four redirects', async () => {
    await expectNone(await fetchPicture(new Service([...redirects(4), picture()]).url))
  })

  test.each<[string, string, number]>([
    ['no hexadecimal digits', 'zz', 404],
    ['half a byte', hex('https://service.example.com/a').slice(1), 404],
    ['digits in upper case', hex('https://service.example.com/j').toUpperCase(), 404],
    ['no UTF-8', 'c328', 404],
    ['a null byte', hex('\0'), 404],
    ['an address that is too long', hex(`https://service.example.com/${'a'.repeat(1980)}`), 400],
    ['an address that becomes too long', hex(`https://service.example.com/${'é'.repeat(500)}`), 404],
    ['an address and more', `${hex('https://service.example.com/a')}/b`, 404],
  ])('for %s', async (_, digits, status) => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const headers = { Authorization: ada.authorization }

    expect((await reach(realm.host, `/external_content/${digits}`, { headers })).status).toBe(status)
    expect(asked).not.toHaveBeenCalled()
  })
})
