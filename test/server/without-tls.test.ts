import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { app } from '../../src/app'
import { noCookie } from '../../src/core/http/cookies'
import { asWithTls, isWithoutTls, withPlainCookies } from '../../src/core/http/without-tls'
import { newRealm, type Person, type TestRealm } from '../kit'
import { cookiesOf } from '../kit/browser'
import { password } from '../kit/person'

/** As with `npm start`, and as it is deployed. */
const development = { ROOT_DOMAIN: 'localhost', DEVELOPMENT: 'true' }
const deployed = { ...development, DEVELOPMENT: undefined }

type Settings = Partial<Record<'ROOT_DOMAIN' | 'DEVELOPMENT', string | undefined>>

let realm: TestRealm
let ada: Person
let near: string

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  near = `${realm.host.split('.')[0]}.localhost:8787`
})

async function ask(origin: string, method: string, path: string, settings: Settings, headers: Record<string, string>) {
  const body = method === 'POST' ? { body: new URLSearchParams({ username: ada.email, password }) } : {}
  const request = new Request(`${origin}/api/v1${path}`, { method, headers, ...body })
  return app.fetch(request, { ...env, ...settings }, createExecutionContext())
}

/** The cookies of a login: their names, whether they are for TLS alone, and what a browser sends of them. */
async function logIn(origin: string, settings: Settings) {
  const answer = await ask(origin, 'POST', '/session', settings, { Origin: origin, 'X-Requested-With': 'test' })
  expect(answer.status).toBe(200)
  const cookies = cookiesOf(answer.headers)
  return {
    set: cookies.map(({ name, attributes }) => `${name}${attributes.includes('Secure') ? ' Secure' : ''}`).toSorted(),
    attributes: cookies.map(({ attributes }) => attributes),
    sent: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
}

const strict = ['__Host-rivulet-account Secure', '__Host-rivulet-device Secure', '__Host-rivulet-session Secure']
const own = { 'X-Requested-With': 'test' }

/** The site that a request names once it counts as one that came by TLS. */
const siteOf = (headers: Record<string, string>) =>
  asWithTls(new Request(`http://${near}/`, { headers })).headers.get('Sec-Fetch-Site')

describe('a development server without TLS', () => {
  test('sets cookies that every browser keeps', async () => {
    const { set, attributes } = await logIn(`http://${near}`, development)
    expect(set).toEqual(['rivulet-account', 'rivulet-device', 'rivulet-session'])
    for (const one of attributes) expect(one).toEqual(expect.arrayContaining(['Path=/', 'SameSite=Lax']))
    expect(attributes.filter((one) => one.includes('HttpOnly'))).toHaveLength(2)
  })

  test('lets pages read by them', async () => {
    const origin = `http://${near}`
    const { sent } = await logIn(origin, development)
    expect((await ask(origin, 'GET', '/users/me', development, { ...own, Cookie: sent })).status).toBe(200)
  })

  test('believes a script of a page that names no origin that it is its own, as no other may send its header', () => {
    expect(siteOf(own)).toBe('same-origin')
    expect(siteOf({})).toBeNull()
    expect(siteOf({ ...own, Origin: 'http://evil.example.com' })).toBeNull()
    expect(siteOf({ ...own, 'Sec-Fetch-Site': 'cross-site' })).toBe('cross-site')
  })

  test('takes them away as it gave them', () => {
    const answer = new Response(null, { headers: { 'Set-Cookie': noCookie('__Host-rivulet-session') } })
    expect(withPlainCookies(answer).headers.getSetCookie()).toEqual([
      'rivulet-session=; Path=/; SameSite=Lax; Max-Age=0',
    ])
  })

  test.each([
    ['no header of a script', 'GET', '/users/me', {}],
    ['another origin', 'GET', '/users/me', { ...own, Origin: 'http://evil.example.com' }],
    ['another origin that says its site', 'GET', '/users/me', { ...own, 'Sec-Fetch-Site': 'cross-site' }],
    ['another port', 'DELETE', '/session', { ...own, Origin: 'http://localhost:1234' }],
    ['no origin', 'DELETE', '/session', own],
    ['a socket without origin', 'GET', '/events?queue_id=0:0', { Upgrade: 'websocket' }],
  ])('refuses them with %s', async (_, method, path, headers) => {
    const origin = `http://${near}`
    const { sent } = await logIn(origin, development)
    const answer = await ask(origin, method, path, development, { ...headers, Cookie: sent })
    expect([401, 403]).toContain(answer.status)
  })

  test('takes no strict cookie there, which may be an older one', async () => {
    const { sent } = await logIn(`https://${near}`, development)
    expect(sent).toContain('__Host-rivulet-session=')
    expect((await ask(`http://${near}`, 'GET', '/users/me', development, { ...own, Cookie: sent })).status).toBe(401)
  })
})

describe('all other servers', () => {
  test.each([
    ['that is deployed', () => `http://${near}`, deployed],
    ['that is deployed with TLS', () => `https://${near}`, deployed],
    ['whose DEVELOPMENT is "false"', () => `http://${near}`, { ...deployed, DEVELOPMENT: 'false' }],
    ['that is a development server with TLS', () => `https://${near}`, development],
    ['that is a development server at a name of the Internet', () => `http://${realm.host}`, { DEVELOPMENT: 'true' }],
  ])('set strict cookies alone, and take no others: one %s', async (_, origin, settings) => {
    const { set, sent } = await logIn(origin(), settings)
    expect(set).toEqual(strict)
    const asking = (Cookie: string) => ask(origin(), 'GET', '/users/me', settings, { ...own, Cookie })
    expect((await asking(sent)).status).toBe(200)
    expect((await asking(sent.replaceAll('__Host-', ''))).status).toBe(401)
  })

  test.each([
    ['http://localhost:8787', true],
    ['http://acme.localhost', true],
    ['http://192.168.1.2:8787', true],
    ['http://[fe80::1]:8787', true],
    ['http://laptop.local:8787', true],
    ['https://localhost:8787', false],
    ['http://chat.example.com', false],
    ['http://localhost.example.com', false],
    ['http://1.2.3.4.example.com', false],
    ['http://mylocalhost', false],
  ])('%s is near: %s', (origin, expected) => {
    expect(isWithoutTls(new Request(`${origin}/`), { DEVELOPMENT: 'true' })).toBe(expected)
    expect(isWithoutTls(new Request(`${origin}/`), {})).toBe(false)
  })
})
