import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../src/app'
import { endpoint } from '../../src/core/http/endpoint'
import { count, flag, json, pathId, pathText, text, type Fields } from '../../src/core/http/params'
import { serve } from '../../src/core/http/serve'
import { newRealm, reach, request, setupToken, type Answer, type Params, type TestRealm } from '../kit'

/** An endpoint that answers with the parameters it was given. */
function echoing(route: Parameters<typeof endpoint>[0], params: Fields) {
  return endpoint(route, {
    summary: 'Echo',
    auth: 'none',
    params,
    returns: { given: z.unknown() },
    run: ({ params: given }) => Promise.resolve({ given }),
  })
}

const failIfAsked = () => Promise.reject(new Error('nobody asks'))

/** Sends a request to an app with only this endpoint. */
async function ask(
  route: Parameters<typeof endpoint>[0],
  fields: Fields,
  { path, query = '', body, override }: { path?: string; query?: string; body?: BodyInit; override?: string } = {},
): Promise<Answer> {
  const [method, pattern] = route.split(' ') as [string, string]
  const app = serve([echoing(route, fields)], {
    viewer: failIfAsked,
    holder: failIfAsked,
    knownHolder: failIfAsked,
    database: failIfAsked,
    realm: failIfAsked,
    cookie: '__Host-session',
    renew: failIfAsked,
    mark: () => null,
    sharesOf: () => [0],
  })
  const response = await app.fetch(
    new Request(`http://host/api/v1${path ?? pattern}${query && `?${query}`}`, {
      method: override ?? method,
      ...(body !== undefined && { body }),
    }),
    env,
    createExecutionContext(),
  )
  return { ...(await response.json<Answer>()), status: response.status }
}

const form = (text: string) => new URLSearchParams(text)

let realm: TestRealm

beforeAll(async () => {
  realm = await newRealm()
})

describe('where parameters come from', () => {
  const fields = { topic: text().optional(), color: text().optional() }

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s takes them from the body and from the query',
    async (method) => {
      const answer = await ask(`${method} /echo`, fields, { body: form('topic=tides'), query: 'color=blue' })

      expect(answer['given']).toEqual({ topic: 'tides', color: 'blue' })
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s takes them from the query when there is no body',
    async (method) => {
      const answer = await ask(`${method} /echo`, fields, { query: 'topic=tides' })

      expect(answer['given']).toEqual({ topic: 'tides' })
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s takes them from a multipart body', async (method) => {
    const body = new FormData()
    body.set('topic', 'Gezeiten, größer')

    const answer = await ask(`${method} /echo`, fields, { body })

    expect(answer['given']).toEqual({ topic: 'Gezeiten, größer' })
  })

  test('a PATCH may travel as a POST that says so', async () => {
    const answer = await ask('PATCH /echo', fields, { override: 'POST', body: form('method=PATCH&topic=tides') })

    expect(answer['given']).toEqual({ topic: 'tides' })
  })

  test('the body wins over the query', async () => {
    const answer = await ask('POST /echo', fields, { body: form('topic=body'), query: 'topic=query' })

    expect(answer['given']).toEqual({ topic: 'body' })
  })

  test('a file is no parameter', async () => {
    const body = new FormData()
    body.set('topic', new File(['tides'], 'tides.txt'))

    const answer = await ask('POST /echo', fields, { body })

    expect(answer['given']).toEqual({})
  })

  test('a parameter that is given twice counts with its last value', async () => {
    const inBody = await ask('POST /echo', fields, { body: form('topic=1&topic=2') })
    const inQuery = await ask('GET /echo', fields, { query: 'topic=1&topic=2' })

    expect(inBody['given']).toEqual({ topic: '2' })
    expect(inQuery['given']).toEqual({ topic: '2' })
  })

  test('a parameter of the path comes from the path only', async () => {
    const answer = await ask(
      'POST /echo/{id}',
      { id: pathId() },
      { path: '/echo/5', query: 'id=6', body: form('id=7') },
    )

    expect(answer['given']).toEqual({ id: 5 })
  })

  test('parameters that nobody declared are ignored', async () => {
    const answer = await ask('POST /echo', fields, { body: form('topic=tides&other=1&__proto__=2'), query: 'more=[' })

    expect(answer['given']).toEqual({ topic: 'tides' })
  })

  test('names that every object has are names like any other', async () => {
    const answer = await ask('GET /echo', { constructor: text().optional(), toString: text().optional() })

    expect(answer).toMatchObject({ result: 'success', given: {} })
  })

  test('a plus and percent signs are decoded, and what cannot be decoded does no harm', async () => {
    const decoded = await ask('GET /echo', fields, { query: 'topic=high+tide%21' })
    const broken = await ask('GET /echo', fields, { query: 'topic=%ZZ%E0%A4' })

    expect(decoded['given']).toEqual({ topic: 'high tide!' })
    expect(broken.status).toBe(200)
  })

  test.each([
    ['/echo/a%2Fb', 'a/b'],
    ['/echo/a+b', 'a+b'],
    ['/echo/%C3%A9', 'é'],
    ['/echo/a%40b', 'a@b'],
    ['/echo/100%2525', '100%25'],
  ])('text in the path is decoded once: %s', async (path, name) => {
    const answer = await ask('GET /echo/{name}', { name: pathText() }, { path })

    expect(answer['given']).toEqual({ name })
  })
})

describe('a required parameter that is absent', () => {
  test('is refused by name', async () => {
    const answer = await ask('POST /echo', { topic: text() })

    expect(answer).toEqual({
      status: 400,
      result: 'error',
      msg: "Missing 'topic' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'topic',
    })
  })

  test.each<[string, string, Params, string]>([
    ['POST', '/fetch_api_key', {}, 'username'],
    ['POST', '/fetch_api_key', { username: 'olga@example.com' }, 'password'],
    ['POST', '/dev_fetch_api_key', {}, 'username'],
    ['POST', '/realm', {}, 'realm_name'],
    ['POST', '/users', { email: 'a@example.com', password: 'x' }, 'full_name'],
    ['POST', '/users/me/subscriptions', {}, 'subscriptions'],
    ['DELETE', '/users/me/subscriptions', {}, 'subscriptions'],
    ['POST', '/messages', {}, 'type'],
    ['POST', '/messages', { type: 'stream', to: 'general' }, 'content'],
    ['GET', '/messages', { num_before: 1 }, 'num_after'],
    ['GET', '/get_stream_id', {}, 'stream'],
    ['POST', '/messages/flags', { messages: [], op: 'add' }, 'flag'],
    ['POST', '/mark_stream_as_read', {}, 'stream_id'],
  ])('is refused by every endpoint: %s %s %j', async (method, path, params, var_name) => {
    const answer = await realm.owner.ask(method, path, params)

    expect(answer).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name })
  })

  test('is not absent when it is empty', async () => {
    const answer = await ask('POST /echo', { topic: text() }, { body: form('topic=') })

    expect(answer['given']).toEqual({ topic: '' })
  })

  test('is not needed when there is a default', async () => {
    const answer = await ask('GET /echo', { size: count().default(3), on: flag().default(true) })

    expect(answer['given']).toEqual({ size: 3, on: true })
  })
})

describe('a value of the wrong type is refused', () => {
  const fields = {
    flag: flag().optional(),
    number: json(z.int()).optional(),
    list: json(z.array(z.int())).optional(),
    object: json(z.object({ a: z.string() })).optional(),
    word: text(z.enum(['add', 'remove'])).optional(),
    text: text().optional(),
  }

  test.each([
    ['flag', 'maybe'],
    ['flag', 'True'],
    ['flag', ''],
    ['flag', '1'],
    ['flag', '"true"'],
    ['flag', 'null'],
    ['number', '1.5'],
    ['number', '"1"'],
    ['number', '1e999'],
    ['number', '9007199254740993'],
    ['number', 'NaN'],
    ['list', '['],
    ['list', '1'],
    ['list', '["1"]'],
    ['list', '{}'],
    ['list', '[1,]'],
    ['list', '['.repeat(20_000)],
    ['object', '[]'],
    ['object', '{"a":1}'],
    ['object', '{}'],
    ['word', 'Add'],
    ['word', '"add"'],
    ['text', 'x'.repeat(10_001)],
  ])('%s: %.20s', async (name, value) => {
    const answer = await ask('POST /echo', fields, { body: new URLSearchParams({ [name]: value }) })

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(answer.msg).toContain(name)
    expect(answer.msg.length).toBeLessThan(500)
  })

  test.each([
    ['flag', 'true', true],
    ['flag', ' false ', false],
    ['number', '-7', -7],
    ['list', '[1, 2]', [1, 2]],
    ['object', '{"a": "b"}', { a: 'b' }],
    ['word', 'remove', 'remove'],
    ['text', '"quoted"', '"quoted"'],
    ['text', 'x'.repeat(10_000), 'x'.repeat(10_000)],
  ])('and of the right one taken: %s: %.20s', async (name, value, expected) => {
    const answer = await ask('POST /echo', fields, { body: new URLSearchParams({ [name]: value }) })

    expect(answer['given']).toEqual({ [name]: expected })
  })

  test.each<[string, string, Params]>([
    ['GET', '/users', { client_gravatar: 'yes' }],
    ['GET', '/users', { include_custom_profile_fields: 1 }],
    ['GET', '/streams', { include_public: 'no' }],
    ['POST', '/messages', { type: 'letter', to: 'general', content: 'x' }],
    ['POST', '/users/me/subscriptions', { subscriptions: ['general'] }],
    ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'a', unheard: 1 }] }],
    ['DELETE', '/users/me/subscriptions', { subscriptions: 'general' }],
    ['POST', '/messages/flags', { messages: 'all', op: 'add', flag: 'read' }],
    ['POST', '/mark_stream_as_read', { stream_id: 'general' }],
  ])('by every endpoint: %s %s %j', async (method, path, params) => {
    const answer = await realm.owner.ask(method, path, params)

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('a value that cannot be converted', () => {
  test.each(['-1', '1.5', '1.0', 'x', '', ' ', '0x10', '1e3', 'null', '+1', '٣'])(
    'is refused by name and value when it should be a count: "%s"',
    async (value) => {
      const answer = await ask('GET /echo', { size: count() }, { query: `size=${encodeURIComponent(value)}` })

      expect(answer).toMatchObject({
        status: 400,
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'size',
        bad_value: value,
      })
    },
  )

  test.each(['-1', '1.5', 'many'])('is refused by GET /messages: num_before=%s', async (num_before) => {
    const answer = await realm.owner.ask('GET', '/messages', { num_before, num_after: 0 })

    expect(answer).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_before', bad_value: num_before })
  })

  test.each(['[', '{}', '"stream"', '[1]', '[["stream"]]', 'null'])(
    'is refused by GET /messages: narrow=%s',
    async (narrow) => {
      const answer = await realm.owner.ask('GET', '/messages', { num_before: 0, num_after: 0, narrow })

      expect(answer).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'narrow', bad_value: narrow })
    },
  )

  test('is not repeated at full length', async () => {
    const answer = await ask('POST /echo', { size: count() }, { body: form(`size=${'x'.repeat(60_000)}`) })

    expect(answer.code).toBe('REQUEST_VARIABLE_INVALID')
    expect(JSON.stringify(answer).length).toBeLessThan(2000)
  })

  test('a number too large to be exact names nothing that exists', async () => {
    const id = '9'.repeat(400)

    expect((await realm.owner.ask('GET', `/users/${id}`)).msg).toBe('No such user')
    expect(await realm.owner.ask('GET', `/messages/${id}`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('a parameter with two names', () => {
  const fields = { topic: text().alias('subject').optional() }

  test.each(['topic=tides', 'subject=tides'])('is taken under either: %s', async (body) => {
    const answer = await ask('POST /echo', fields, { body: form(body) })

    expect(answer['given']).toEqual({ topic: 'tides' })
  })

  test.each([
    ['in the body', 'topic=a&subject=b', ''],
    ['in the query', '', 'topic=a&subject=b'],
    ['one here and one there', 'topic=a', 'subject=a'],
    ['though both say the same', 'topic=a&subject=a', ''],
    ['though one is empty', 'topic=&subject=a', ''],
  ])('is refused under both %s', async (_, body, query) => {
    const answer = await ask('POST /echo', fields, { body: form(body), query })

    expect(answer).toMatchObject({
      status: 400,
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    })
  })

  test('is refused under both when it is required', async () => {
    const answer = await ask('POST /echo', { topic: text().alias('subject') }, { query: 'topic=a&subject=b' })

    expect(answer.code).toBe('REQUEST_CONFUSING_VAR')
  })

  test('is missing under its first name', async () => {
    const answer = await ask('POST /echo', { topic: text().alias('subject') })

    expect(answer).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic' })
  })

  test('is refused under both by POST /messages', async () => {
    const answer = await realm.owner.ask('POST', '/messages', {
      type: 'stream',
      to: 'general',
      content: 'x',
      topic: 'a',
      subject: 'a',
    })

    expect(answer).toMatchObject({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' })
  })
})

describe('the name of the client', () => {
  test.each<[string, string | undefined, string | undefined, string]>([
    ['is the product of User-Agent', 'ZulipMobile/27.1 (iOS 17)', undefined, 'ZulipMobile'],
    ['is all of User-Agent up to a slash', 'Mozilla/5.0 (X11)', undefined, 'Mozilla'],
    ['is User-Agent when it has no slash', 'robot', undefined, 'robot'],
    ['is not the remark after it', 'ZulipHelloworldBot (Ubuntu; 22.04/x)', undefined, 'ZulipHelloworldBot'],
    ['may have several words', 'Harbour Bot/2 (Ubuntu; 22.04)', undefined, 'Harbour Bot'],
    ['is unspecified without User-Agent', undefined, undefined, 'Unspecified'],
    ['is unspecified when User-Agent begins with a slash', '/5', undefined, 'Unspecified'],
    ['is the parameter client, if given', 'curl/8', 'website', 'website'],
    ['is not an empty parameter', 'curl/8', ' ', 'curl'],
    ['is cut after 30 characters', 'x'.repeat(31), undefined, 'x'.repeat(30)],
    ['is never cut inside a character', undefined, 'x'.repeat(29) + '🌊🌊', 'x'.repeat(29) + '🌊'],
  ])('%s', async (_, agent, client, expected) => {
    const params = {
      type: 'stream',
      to: 'general',
      topic: 'tides',
      content: 'x',
      ...(client !== undefined && { client }),
    }
    const headers = {
      Authorization: realm.owner.authorization,
      ...(agent !== undefined && { 'User-Agent': agent }),
    }

    const { id } = await request(realm.host, 'POST', '/messages', { params, headers })

    const { message } = await realm.owner.get(`/messages/${id as number}`)
    expect(message).toMatchObject({ client: expected })
  })
})

/** Texts that mean something here, or that have broken servers before. */
const notable = [
  '', ' ', '\0', 'a\0b', '\u{FFFE}', '\u{10FFFF}', '\uD800', '%', '../..', '\r\n', '✔ tides', '* OR (', '/me', 'http://a',
  'null', 'true', '-1', '0', '1', '2', '9007199254740993', '1e999', '-0', '[]', '{}', '[[[]]]', '[1, "a"]', 'newest',
  'general', 'GENERAL', 'core team', 'tides', '["general"]', 'olga@example.com', '["olga@example.com"]', '[1]', 'website',
  '"\\ud800"', '[{"name": "\\udfff"}]', '{"__proto__": {"a": 1}}', '@**all**', '@**Olga Owner** `', "'; drop table user;",
  '🌊'.repeat(2000), 'x'.repeat(70_000), `[${'1,'.repeat(5000)}1]`,
] // prettier-ignore

const words = fc.oneof(fc.constantFrom(...notable), fc.string({ unit: 'binary', maxLength: 20 }))

const numbers = fc.constantFrom(
  0,
  0,
  1,
  1,
  2,
  2,
  3,
  5000,
  -1,
  4_294_967_297,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
)

const operators = 'stream topic sender pm-with group-pm-with is has near id search streams nonsense'.split(' ')

const terms = fc.array(
  fc.record(
    {
      operator: fc.constantFrom(...operators),
      operand: fc.oneof(words, numbers, fc.array(numbers, { maxLength: 3 }), fc.constantFrom('read', 'link', 'public')),
      negated: fc.boolean(),
    },
    { requiredKeys: ['operator', 'operand'] },
  ),
  { maxLength: 3 },
)

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Values that fit a schema, so that the request is not refused at the door. */
function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryOf))
  if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(arbitraryOf))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return numbers
  if (schema.type === 'array') return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 })
  if (schema.type === 'object' && schema.properties !== undefined)
    return fc.record(
      Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, arbitraryOf(property)])),
      { requiredKeys: schema.required ?? [] },
    )
  return schema.type === 'string' ? words : fc.jsonValue({ maxDepth: 2 })
}

/** What a schema cannot tell, so that now and then a request succeeds. */
const likely: Record<string, fc.Arbitrary<unknown>> = {
  narrow: terms,
  to: fc.constantFrom('general', '1', '[1]', '["olga@example.com"]', 'olga@example.com', '[]', '["general"]', '[[1]]'),
  messages: fc.constantFrom([1], [1, 1], [1, 2], []),
  stream_id: fc.constantFrom(1, 2),
  setup_token: fc.constant(setupToken),
  username: fc.constant('olga@example.com'),
}

function valuesOf(name: string, { schema }: Fields[string]): fc.Arbitrary<string> {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema
  const fit = likely[name] ?? arbitraryOf(shape)
  return fit.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

const optionalValues = (values: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })

/** All required parameters, and now and then one that is optional. */
function paramsOf(fields: Fields): fc.Arbitrary<Record<string, string>> {
  const values = Object.entries(fields).map(([name, field]) => {
    const fit = valuesOf(name, field)
    return [name, field.options.required ? fit : optionalValues(fit)] as const
  })
  return fc
    .record(Object.fromEntries(values))
    .map((params) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)))
    .map((params) => params as Record<string, string>)
}

const knownNames = [...new Set(endpoints.flatMap(({ params }) => Object.keys(params))), 'subject', 'client', 'method']

/** Would lock the asker out, so that the rest of the run asks in vain. */
const locksOut = ['POST /users/me/api_key/regenerate', 'DELETE /users/me', 'POST /realm/deactivate']

const hostileRequest = fc
  .constantFrom(...endpoints.filter(({ method, path }) => !locksOut.includes(`${method} ${path}`)))
  .chain(({ method, path, params }) =>
    fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(method as string) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
      ),
      path: fc.constant(path),
      segment: fc.oneof(fc.constantFrom('1', '2', '99999999999999999999'), words),
      own: paramsOf(params),
      bad: fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...knownNames), words, { maxKeys: 1 }) },
        {
          weight: 1,
          arbitrary: fc.dictionary(fc.constantFrom('unknown', ...Object.keys(params)), words, { maxKeys: 1 }),
        },
      ),
      inQuery: fc.boolean(),
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom('multipart/form-data; boundary=x', 'application/json', 'x') },
      ),
    }),
  )

test('no request whatsoever makes the server fail', { timeout: 120_000 }, async () => {
  await realm.owner.send('general', 'tides', 'High at noon')

  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, path, segment, own, bad, inQuery, type }) => {
      const encoded = new URLSearchParams({ ...own, ...bad })
      const mayHaveBody = method !== 'GET' && method !== 'HEAD'
      const isOutside = path.startsWith('{base_url}')
      const filled = (isOutside ? path.slice('{base_url}'.length) : `/api/v1${path}`).replaceAll(/\{\w+\}/g, () =>
        encodeURIComponent(segment.slice(0, 2000).toWellFormed()),
      )
      const query = inQuery || !mayHaveBody ? `?${encoded.toString()}` : ''

      const response = await reach(realm.host, filled + query, {
        method,
        redirect: 'manual',
        headers: { Authorization: realm.owner.authorization, ...(type !== null && { 'Content-Type': type }) },
        ...(mayHaveBody && { body: encoded }),
      })

      const answer = await response.text()
      expect(response.status, answer).toBeLessThan(500)
      if (method === 'HEAD' || isOutside || [204, 302].includes(response.status)) return
      const { result, msg } = JSON.parse(answer) as Answer
      expect(result).toBe(response.status === 200 ? 'success' : 'error')
      const answersInWords = endpoints.some((endpoint) => endpoint.path === path && 'msg' in endpoint.returns)
      if (!answersInWords) expect(msg === '').toBe(response.status === 200)
    }),
    { numRuns: 500 },
  )
})
