import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../src/app'
import { endpoint } from '../src/core/http/endpoint'
import { openapi } from '../src/core/http/openapi'
import { count, flag, json, pathId, text } from '../src/core/http/params'
import { reach, rootDomain } from './kit'

/** The parts of an OpenAPI 3.1 document that this server uses, and nothing else. */
const schemaShape = z.looseObject({})
const methodNames = z.enum(['get', 'post', 'put', 'patch', 'delete'])
const contentShape = z.record(
  z.string().regex(/^[a-z]+\/[a-z-]+$/),
  z.strictObject({
    schema: schemaShape,
    encoding: z.record(z.string(), z.strictObject({ contentType: z.string() })).optional(),
  }),
)
const parameterShape = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: schemaShape.optional(),
  content: contentShape.optional(),
})
const operationShape = z.strictObject({
  summary: z.string().min(1),
  operationId: z.string().regex(/^[a-z_]+$/),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameterShape).optional(),
  requestBody: z.strictObject({ required: z.boolean(), content: contentShape }).optional(),
  responses: z.record(
    z.string().regex(/^(default|[1-5]\d\d)$/),
    z.strictObject({ description: z.string().min(1), content: contentShape }),
  ),
})
const documentShape = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string().min(1), version: z.string().min(1) }),
  servers: z.array(z.strictObject({ url: z.string() })),
  components: z.strictObject({ securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })) }),
  paths: z.record(z.string().regex(/^\//), z.partialRecord(methodNames, operationShape)),
})

type Document = z.infer<typeof documentShape>
type Operation = z.infer<typeof operationShape>

/** What people's browsers ask for is no part of the document. */
const routes = endpoints
  .filter(({ path }) => path.startsWith('/'))
  .map((declared) => [`${declared.method} ${declared.path}`, declared] as const)

/** The document, unless it is the one that is known by this tag. */
const unlessKnown = (tag: string) => reach(rootDomain, '/api/v1/openapi.json', { headers: { 'If-None-Match': tag } })

describe('the served document', () => {
  let document: Document

  beforeAll(async () => {
    const response = await reach(rootDomain, '/api/v1/openapi.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('application/json')
    document = documentShape.parse(await response.json())
  })

  const operationOf = (path: string, method: string): Operation =>
    document.paths[path]![methodNames.parse(method.toLowerCase())]!

  test('has every endpoint and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, byMethod]) =>
      Object.keys(byMethod).map((method) => `${method.toUpperCase()} ${path}`),
    )

    expect(described.toSorted()).toEqual(routes.map(([route]) => route).toSorted())
  })

  test('gives every operation a name of its own', () => {
    const names = Object.values(document.paths).flatMap((byMethod) =>
      Object.values(byMethod).map(({ operationId }) => operationId),
    )

    expect(new Set(names).size).toBe(names.length)
  })

  test.each(routes)('describes the parameters of %s', (_, { method, path, params }) => {
    const { parameters = [], requestBody } = operationOf(path, method)
    const hasFile = Object.values(params).some(({ travel }) => travel === 'file')
    const form = requestBody?.content[hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']
    const inBody = Object.keys(form?.schema['properties'] ?? {})

    // Where one parameter can be the whole body, the others are part of the address.
    const takesWhole = Object.values(params).some(({ options }) => options.isBody)
    expect(requestBody?.content['application/json'] !== undefined).toBe(takesWhole)
    for (const [name, field] of Object.entries(params)) {
      const beside = method === 'GET' || (takesWhole && !field.options.isBody)
      const place = field.travel === 'path' ? 'path' : beside ? 'query' : 'body'
      if (place === 'body') {
        expect(inBody).toContain(name)
        expect((form!.schema['required'] as string[]).includes(name)).toBe(field.options.required)
      } else
        expect(parameters).toContainEqual(
          expect.objectContaining({ name, in: place, required: field.options.required }),
        )
    }
    expect(parameters.length + inBody.length).toBe(Object.keys(params).length)
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)).toEqual(
      path.match(/\{\w+\}/g) ?? [],
    )
  })

  test.each(routes)('says who may ask for %s', (_, { method, path, auth }) => {
    const { security } = operationOf(path, method)

    const basic = auth === 'none' ? [] : [{ basic: [] }]
    expect(security).toEqual(auth === 'key' ? [{ key: [] }, ...basic] : basic)
    expect(document.components.securitySchemes['basic']).toMatchObject({ type: 'http', scheme: 'basic' })
  })

  test.each(routes)('describes the answer of %s, in its envelope', (_, { method, path, returns }) => {
    const { responses } = operationOf(path, method)

    const success = responses['200']!.content['application/json']!.schema
    expect(Object.keys(success['properties'] as object)).toEqual([
      ...new Set(['result', 'msg', ...Object.keys(returns)]),
    ])
    expect(success['required']).toEqual(expect.arrayContaining(['result', 'msg']))
    const refusal = responses['default']!.content['application/json']!.schema
    expect(Object.keys(refusal['properties'] as object)).toEqual(['result', 'msg', 'code'])
  })

  test('is only to be read', async () => {
    const head = await reach(rootDomain, '/api/v1/openapi.json', { method: 'HEAD' })
    const response = await reach(rootDomain, '/api/v1/openapi.json', { method: 'POST' })

    expect(head.status).toBe(200)
    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ result: 'error', allowed_methods: ['GET', 'HEAD'] })
  })

  test('is written once, and not sent to whoever has it', async () => {
    const [first, second] = [
      await reach(rootDomain, '/api/v1/openapi.json'),
      await reach(rootDomain, '/api/v1/openapi.json'),
    ]
    const tag = first.headers.get('ETag')!
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(second.headers.get('ETag')).toBe(tag)
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=300')

    const same = await unlessKnown(`"x", W/${tag}`)
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect((await unlessKnown('"x"')).status).toBe(200)
  })

  test.each(['/static/generated/emoji/emoji_codes.json', '/static/generated/timezones.json'])(
    'is kept as %s is',
    async (path) => {
      const tag = (await reach(rootDomain, path)).headers.get('ETag')!
      const same = await reach(rootDomain, path, { headers: { 'If-None-Match': tag } })
      expect(same.status).toBe(304)
    },
  )

  test('needs no credentials, and is the same for every realm', async () => {
    const elsewhere = await reach(`nowhere.${rootDomain}`, '/api/v1/openapi.json')

    expect(await elsewhere.json()).toEqual(document)
  })
})

describe('the description of a parameter', () => {
  const asked = endpoint('GET /tides/{tide_id}', {
    summary: 'A tide',
    params: {
      tide_id: pathId(),
      place: text(),
      kind: text(z.enum(['high', 'low'])).optional(),
      size: count().default(10),
      metric: flag().default(true),
      days: json(z.array(z.int())),
      topic: text().alias('subject').optional(),
    },
    returns: {},
    run: () => Promise.resolve({}),
  })
  const changed = { ...asked, method: 'PATCH' as const }
  const document = documentShape.parse(
    JSON.parse(JSON.stringify(openapi([asked, changed], { title: 'x', version: '1' }))),
  )
  const { get, patch } = document.paths['/tides/{tide_id}']!
  const inQuery = (name: string) => get!.parameters!.find((parameter) => parameter.name === name)
  const form = patch!.requestBody!.content['application/x-www-form-urlencoded']!
  const inBody = (name: string) => (form.schema['properties'] as Record<string, unknown>)[name]

  test('says what it is', () => {
    expect(inQuery('tide_id')).toMatchObject({ in: 'path', required: true, schema: { type: 'integer' } })
    expect(inQuery('place')).toMatchObject({ in: 'query', required: true, schema: { type: 'string' } })
    expect(inQuery('kind')).toMatchObject({ required: false, schema: { enum: ['high', 'low'] } })
    expect(inBody('kind')).toMatchObject({ enum: ['high', 'low'] })
  })

  test('tells its default', () => {
    expect(inQuery('size')).toMatchObject({ schema: { type: 'integer', minimum: 0, default: 10 } })
    expect(inQuery('metric')).toMatchObject({ schema: { type: 'boolean', default: true } })
    expect(inBody('metric')).toMatchObject({ type: 'boolean', default: true })
    expect(inQuery('place')!.schema).not.toHaveProperty('default')
  })

  test('tells its other name', () => {
    expect(inQuery('topic')!.schema!['description']).toContain('subject')
    expect(inBody('topic')).toMatchObject({ description: expect.stringContaining('subject') })
  })

  test('says that a list travels as JSON', () => {
    expect(inQuery('days')).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
    })
    expect(inBody('days')).toMatchObject({ type: 'array', items: { type: 'integer' } })
    expect(form.encoding).toEqual({ days: { contentType: 'application/json' } })
  })

  test('puts parameters of the path beside the body of a change', () => {
    expect(patch!.parameters!.map(({ name }) => name)).toEqual(['tide_id'])
    expect(inBody('tide_id')).toBeUndefined()
    expect(patch!.requestBody!.required).toBe(true)
  })
})
