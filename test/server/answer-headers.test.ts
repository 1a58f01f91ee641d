import { expect, test } from 'vitest'
import { app } from '../../src/app'
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { newRealm, reach } from '../kit'
import { pictureFile } from '../kit/pictures'

const closed = "default-src 'none'; frame-ancestors 'none'"

test.each<[string, number, string, RequestInit]>([
  ['an answer', 200, '/api/v1/server_settings', {}],
  ['a refusal', 400, '/api/v1/fetch_api_key', { method: 'POST' }],
  ['who is not known', 401, '/api/v1/users', {}],
  ['an unknown path', 404, '/api/v1/nothing', {}],
  ['a path of nothing', 404, '/', {}],
  ['another method', 405, '/api/v1/users', { method: 'PUT' }],
  ['a question for methods', 204, '/api/v1/users', { method: 'OPTIONS' }],
  ['a refusal in plain text', 404, '/user_uploads/1/x/y', {}],
])('%s is taken for nothing else, framed by nobody, and tells nobody where it was', async (_, status, path, init) => {
  const { host } = await newRealm()
  const { headers, status: answered } = await reach(host, path, init)

  expect(answered).toBe(status)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toBe(closed)
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect(headers.get('Strict-Transport-Security')).toBeNull()
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  const isPublic = headers.get('Cache-Control')!.startsWith('public')
  expect(headers.get('Vary')).toBe(isPublic ? null : 'Authorization, Origin, Cookie')
})

test('a client that was answered over TLS uses TLS from then on', async () => {
  const { host } = await newRealm()
  const request = new Request(`https://${host}/api/v1/server_settings`)
  const { headers } = await app.fetch(request, env, createExecutionContext())

  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
})

test('only programs are told how to send credentials: a browser would ask for them over the page', async () => {
  const { host } = await newRealm()
  const challenge = async (headers: Record<string, string>) => {
    const response = await reach(host, '/api/v1/users', { headers })
    expect(response.status).toBe(401)
    return response.headers.get('WWW-Authenticate')
  }

  expect(await challenge({})).toMatch(/^Basic realm="[^"]+"$/)
  expect(await challenge({ Origin: 'https://elsewhere.example' })).toBeNull()
  for (const name of ['Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest', 'Sec-Fetch-User'])
    expect(await challenge({ [name]: 'x' }), name).toBeNull()
})

test('a cookie is no credentials', async () => {
  const { owner, host } = await newRealm()
  const Cookie = `api_key=${owner.key}; session=${owner.key}; Authorization=${owner.authorization}`

  expect((await reach(host, '/api/v1/users/me', { headers: { Cookie } })).status).toBe(401)
})

test('pages of other sites show public pictures, and files only by an address that opens them', async () => {
  const { owner, host } = await newRealm()
  const policy = async (path: string, headers: Record<string, string> = {}) => {
    const response = await reach(host, path, { headers, redirect: 'manual' })
    await response.arrayBuffer()
    expect(response.status, path).toBeLessThan(400)
    return response.headers.get('Cross-Origin-Resource-Policy')
  }
  const auth = { Authorization: owner.authorization }
  const { uri } = await owner.upload('POST', '/user_uploads', [pictureFile()])
  const { url } = await owner.get(uri as string)
  const { avatar_url } = await owner.upload('POST', '/users/me/avatar', [pictureFile()])

  expect(await policy(uri as string, auth)).toBe('same-origin')
  expect(await policy(`${uri}?api_key=${owner.key}`)).toBe('cross-origin')
  expect(await policy(url as string)).toBe('cross-origin')
  expect(await policy(`/avatar/${owner.id}`, auth)).toBe('same-origin')
  expect(await policy(`/avatar/${owner.id}?api_key=${owner.key}`)).toBe('cross-origin')
  expect(await policy(avatar_url as string)).toBe('cross-origin')
})
