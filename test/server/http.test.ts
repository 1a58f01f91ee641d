import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { app, surroundings } from '../../src/app'
import { endpoint } from '../../src/core/http/endpoint'
import { serve } from '../../src/core/http/serve'
import { newRealm, reach, type TestRealm } from '../kit'

let realm: TestRealm
let auth: { Authorization: string }

beforeAll(async () => {
  realm = await newRealm()
  auth = { Authorization: realm.owner.authorization }
})

/** What every response must look like. */
async function envelope(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(response.headers.get('Cache-Control')).toContain('no-store')
  const body = await response.json<Record<string, unknown>>()
  expect(body).toMatchObject(
    response.status < 400 ? { result: 'success', msg: '' } : { result: 'error', msg: expect.stringMatching(/./) },
  )
  return body
}

describe('a path that nothing answers', () => {
  test.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/users',
    '/api/v1/nothing',
    '/api/v1/users/',
    '/api/v1/users/me/nothing',
    '/api/v1/users/1/nothing',
    '/api/v1/users/olga@example.com/nothing',
    '/api/v1/streams/general/members',
    '/api/v1/messages/1.5',
    '/api/v1//users',
    '/api/v1/%',
    '/api/v1/%00',
  ])('is refused with 404: %s', async (path) => {
    const response = await reach(realm.host, path, { headers: auth })

    expect(response.status).toBe(404)
    await envelope(response)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is refused with 404 whatever the method: %s',
    async (method) => {
      const response = await reach(realm.host, '/api/v1/nothing', { method })

      expect(response.status).toBe(404)
      await envelope(response)
    },
  )
})

describe('a method that the path does not take', () => {
  test.each([
    ['POST', '/server_settings', ['GET', 'HEAD']],
    ['PUT', '/server_settings', ['GET', 'HEAD']],
    ['GET', '/fetch_api_key', ['POST']],
    ['HEAD', '/fetch_api_key', ['POST']],
    ['DELETE', '/users', ['GET', 'HEAD', 'POST']],
    ['POST', '/users/nobody@example.com', ['GET', 'HEAD']],
  ])('is refused with 405 and told which it does: %s %s', async (method, path, methods) => {
    const response = await reach(realm.host, `/api/v1${path}`, { method, headers: auth })

    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')!.split(', ').toSorted()).toEqual(methods)
    if (method === 'HEAD') return
    const { allowed_methods } = await envelope(response)
    expect((allowed_methods as string[]).toSorted()).toEqual(methods)
  })

  test('needs no credentials to be refused', async () => {
    const response = await reach(realm.host, '/api/v1/users', { method: 'DELETE' })

    expect(response.status).toBe(405)
  })
})

describe('OPTIONS', () => {
  test('is answered with the methods of the path and nothing else, without credentials', async () => {
    const response = await reach(realm.host, '/api/v1/users', { method: 'OPTIONS' })

    expect(response.status).toBe(204)
    expect(response.headers.get('Allow')!.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    expect(response.headers.get('Cache-Control')).toContain('no-store')
    expect(await response.text()).toBe('')
  })
})

describe('HEAD', () => {
  test('is answered as GET is, without the body', async () => {
    const response = await reach(realm.host, '/api/v1/users', { method: 'HEAD', headers: auth })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('application/json')
    expect(await response.text()).toBe('')
  })

  test('is refused as GET is', async () => {
    const response = await reach(realm.host, '/api/v1/users', { method: 'HEAD' })

    expect(response.status).toBe(401)
    expect(await response.text()).toBe('')
  })
})

test('several slashes at the start count as one', async () => {
  const response = await reach(realm.host, '//api/v1/users/me', { headers: auth })

  expect(await envelope(response)).toMatchObject({ email: 'olga@example.com' })
})

test('a slash at the end leads nowhere', async () => {
  const response = await reach(realm.host, '/api/v1/users/me/', { headers: auth })

  expect(response.status).toBe(404)
})

describe('every response has the envelope and may not be stored', () => {
  test.each<[string, number, string, RequestInit]>([
    ['success', 200, '/server_settings', {}],
    ['bad request', 400, '/fetch_api_key', { method: 'POST' }],
    ['unauthenticated', 401, '/users', {}],
    ['unknown path', 404, '/nothing', {}],
    ['other method', 405, '/users', { method: 'PUT' }],
  ])('%s', async (_, status, path, init) => {
    const response = await reach(realm.host, `/api/v1${path}`, init)

    expect(response.status).toBe(status)
    await envelope(response)
  })
})

/** The same parameters as parts of a multipart body, as `zulip-js` sends them. */
const parts = (fields: Record<string, string>, partHeaders = '') =>
  Object.entries(fields)
    .map(([name, value]) => `--X\r\nContent-Disposition: form-data; name="${name}"${partHeaders}\r\n\r\n${value}\r\n`)
    .join('') + '--X--\r\n'

const multipartTypeWithBoundary = (length: number) => `multipart/form-data; boundary=${'X'.repeat(length)}`

const post = (body: BodyInit, headers: Record<string, string>, path = '/fetch_api_key') =>
  reach(realm.host, `/api/v1${path}`, { method: 'POST', body, headers })

describe('a body', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const multipart = 'multipart/form-data; boundary=X'
  const login = 'username=olga%40example.com&password=correct+horse'

  const credentials = { username: 'olga@example.com', password: 'correct horse' }

  const partsWithBoundary = (length: number) => parts(credentials).replaceAll('--X', `--${'X'.repeat(length)}`)

  test.each<[string, string, string]>([
    ['urlencoded', 'application/x-www-form-urlencoded', login],
    ['urlencoded with a charset', 'application/x-www-form-urlencoded; charset=utf-8', login],
    ['urlencoded, named in capitals', 'Application/X-WWW-Form-Urlencoded', login],
    ['multipart', multipart, parts(credentials)],
    ['multipart with a charset', `${multipart}; charset=utf-8`, parts(credentials)],
    ['multipart whose boundary has quotes', 'multipart/form-data; boundary="X"', parts(credentials)],
    ['multipart whose parts tell their type', multipart, parts(credentials, '\r\nContent-Type: text/plain')],
    ['multipart, named in capitals', 'Multipart/Form-Data; boundary=X', parts(credentials)],
    ['multipart with the longest boundary', multipartTypeWithBoundary(70), partsWithBoundary(70)],
  ])('carries parameters: %s', async (_, type, body) => {
    const response = await post(body, { 'Content-Type': type })

    expect(await envelope(response)).toMatchObject({ email: 'olga@example.com' })
  })

  test('carries text beyond ASCII in multipart parts', async () => {
    const response = await post(parts({ ...credentials, password: 'größer' }), { 'Content-Type': multipart })

    expect(await envelope(response)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  test.each<[string, string, string]>([
    ['JSON', 'application/json', JSON.stringify(credentials)],
    ['plain text', 'text/plain', login],
    ['something unheard of', 'x', login],
    ['multipart without a byte', multipart, ''],
    ['multipart that is only its end', multipart, '--X--\r\n'],
  ])('carries no parameters as %s', async (_, type, body) => {
    const response = await post(body, { 'Content-Type': type })

    expect(response.status).toBe(400)
    expect(await envelope(response)).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'username' })
  })

  test.each<[string, string, string]>([
    ['without its boundary', 'multipart/form-data', parts(credentials)],
    ['with another boundary', 'multipart/form-data; boundary=Y', parts(credentials)],
    ['cut short', multipart, parts(credentials).slice(0, -12)],
    ['that is none', multipart, login],
    ['with a boundary that is too long', multipartTypeWithBoundary(71), partsWithBoundary(71)],
  ])('is refused when it is multipart %s', async (_, type, body) => {
    const response = await post(body, { 'Content-Type': type })

    expect(response.status).toBe(400)
    expect(await envelope(response)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  /** Bodies for an account's own endpoint, and for one that whoever is nobody may ask. */
  const sizes: [string, number, string, Record<string, unknown>, string, () => Record<string, string>][] = [
    ['of a member', 1024 * 1024, 'content=Ahoy', { rendered: '<p>Ahoy</p>' }, '/messages/render', () => auth],
    ['of a stranger', 64 * 1024, login, { email: 'olga@example.com' }, '/fetch_api_key', () => ({})],
    [
      'where nobody looks at credentials',
      64 * 1024,
      login,
      { email: 'olga@example.com' },
      '/fetch_api_key',
      () => auth,
    ],
  ]

  describe.each(sizes)('%s', (_, limit, fields, answer, path, headers) => {
    const postForm = (body: BodyInit) => post(body, { ...form, ...headers() }, path)

    test('may be as large as the limit', async () => {
      expect(await envelope(await postForm(`${fields}&x=`.padEnd(limit, 'x')))).toMatchObject(answer)
    })

    test('is refused when it is larger', async () => {
      const response = await postForm(`${fields}&x=`.padEnd(limit + 1, 'x'))

      expect(response.status).toBe(400)
      expect(await envelope(response)).toMatchObject({ msg: expect.stringContaining(`larger than ${limit} bytes`) })
    })

    test('is refused when it turns out to be larger without having told its length', async () => {
      const chunk = new TextEncoder().encode('x'.repeat(limit / 16))
      let left = 17
      const endless = new ReadableStream({
        pull(controller) {
          if ((left -= 1) >= 0) controller.enqueue(chunk)
          else controller.close()
        },
      })
      const response = await postForm(endless)

      expect(response.status).toBe(400)
      expect(await envelope(response)).toMatchObject({ msg: expect.stringContaining(`larger than ${limit} bytes`) })
    })
  })

  test('may be absent', async () => {
    const response = await reach(realm.host, '/api/v1/fetch_api_key', { method: 'POST', headers: form })

    expect(await envelope(response)).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })
})

const override = (body: BodyInit) =>
  reach(realm.host, '/api/v1/users/me/subscriptions', { method: 'POST', headers: auth, body })

describe('the parameter method of a POST', () => {
  test('makes it that method', async () => {
    await realm.stream('harbour', realm.owner)

    const response = await override(new URLSearchParams({ method: 'DELETE', subscriptions: '["harbour"]' }))

    expect(await envelope(response)).toMatchObject({ removed: ['harbour'] })
  })

  test('makes it that method in a multipart body too', async () => {
    const body = new FormData()
    body.set('method', 'DELETE')
    body.set('subscriptions', '[]')

    const response = await override(body)

    expect(await envelope(response)).toMatchObject({ removed: [], not_removed: [] })
  })

  test('is refused with 405 when the path does not take that method', async () => {
    const response = await override(new URLSearchParams({ method: 'PUT' }))

    expect(response.status).toBe(405)
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'nonsense', ''])('does nothing when it is "%s"', async (method) => {
    const response = await override(new URLSearchParams({ method, subscriptions: '[]' }))

    expect(await envelope(response)).toMatchObject({ subscribed: {} })
  })

  test('does nothing in the query', async () => {
    const response = await reach(realm.host, '/api/v1/users/me/subscriptions?method=DELETE', {
      method: 'POST',
      headers: auth,
      body: new URLSearchParams({ subscriptions: '[]' }),
    })

    expect(await envelope(response)).toMatchObject({ subscribed: {} })
  })

  test('does nothing on other methods', async () => {
    const response = await reach(realm.host, '/api/v1/users/me/subscriptions', {
      method: 'PUT',
      headers: auth,
      body: new URLSearchParams({ method: 'DELETE', subscriptions: '[]' }),
    })

    expect(response.status).toBe(405)
  })
})

describe('a fault of ours', () => {
  const broken = {
    prepare(): never {
      throw new Error('secret detail')
    },
  } as unknown as D1Database

  test('is answered with 500 in the envelope and shows no internals, for reads', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const request = new Request(`http://${realm.host}/api/v1/users/me`, { headers: auth })

    const response = await app.fetch(request, { ...env, DB: broken }, createExecutionContext())

    expect(response.status).toBe(500)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_ERROR',
      request_id: expect.any(String),
    })
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })

  test('is answered so for changes, and the realm recovers from it', async () => {
    const { owner, id } = await newRealm()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const stub = env.REALM.getByName(String(id))
    const setDatabase = (DB: D1Database) =>
      runInDurableObject(stub, (object) => {
        Object.assign(object, { env: { ...env, DB } })
      })

    await setDatabase(broken)
    const refused = await owner.ask('POST', '/mark_all_as_read')
    await setDatabase(env.DB)
    const answered = await owner.ask('POST', '/mark_all_as_read')

    expect(refused).toMatchObject({ status: 500, code: 'INTERNAL_ERROR', msg: 'Internal server error' })
    expect(answered.status).toBe(200)
    logged.mockRestore()
  })
})

/** An endpoint that sends a message before or after it reads. */
const notes = (order: 'before' | 'after') =>
  endpoint('POST /note', {
    summary: 'Note',
    returns: { sender: z.string() },
    async run({ realm, viewer, sql }) {
      const note = () =>
        realm.perform('sendMessage', { type: 'stream', to: 'general', topic: 'notes', content: 'once' })
      if (order === 'before') await note()
      const { full_name } = await viewer()
      await (order === 'before' ? sql`select 1`.all() : note())
      return { sender: full_name }
    },
  })

describe('a change whose endpoint also reads', () => {
  test.each([
    ['after', 'before'],
    ['before', 'after'],
  ] as const)('is made once, though what it reads %s was remembered and is out of date', async (_, order) => {
    const { owner, host, id } = await newRealm()
    const notebook = serve([notes(order)], surroundings)
    const ask = () =>
      notebook.fetch(
        new Request(`http://${host}/api/v1/note`, {
          method: 'POST',
          headers: { Authorization: owner.authorization },
        }),
        env,
        createExecutionContext(),
      )
    await ask()
    await env.DB.prepare("update user set full_name = 'Olga Renamed' where id = ?").bind(owner.id).run()
    await env.DB.prepare("update realm set description = 'changed' where id = ?").bind(id).run()

    const response = await ask()

    expect(await response.json()).toMatchObject({ result: 'success', sender: 'Olga Renamed' })
    expect(await owner.messages([{ operator: 'topic', operand: 'notes' }])).toHaveLength(2)
  })
})
