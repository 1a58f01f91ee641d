import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../src/app'
import { reach, rootDomain } from '../kit'

/** The parts of an OpenAPI 3.1 document that this server uses, and nothing else. */
const schemaShape = z.looseObject({})
const methodNames = z.enum(['get', 'post', 'put', 'patch', 'delete'])
const contentShape = z.record(
  z.string().regex(/^[a-z]+\/[a-z-]+$/),
  z.strictObject({
    schema: schemaShape,
    encoding: z.record(z.string(), z.strictObject({ contentType: z.string() })).optional(),
    example: z.unknown().optional(),
  }),
)
const parameterShape = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query']),
  description: z.string().min(1).optional(),
  required: z.boolean(),
  schema: schemaShape.optional(),
  content: contentShape.optional(),
  example: z.unknown().optional(),
})
const responseShape = z.strictObject({ description: z.string().min(1), content: contentShape })
const redirectionShape = z.strictObject({
  description: z.string().min(1),
  headers: z.strictObject({
    Location: z.strictObject({ schema: schemaShape, description: z.string().min(1), example: z.string() }),
  }),
})
const operationShape = z.strictObject({
  operationId: z.string().regex(/^[a-z][a-zA-Z]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-over-socket': z.literal(true).optional(),
  parameters: z.array(parameterShape).optional(),
  requestBody: z.strictObject({ required: z.boolean(), content: contentShape }).optional(),
  responses: z.record(
    z.string().regex(/^(default|[1-5]\d\d)$/),
    z.union([responseShape, redirectionShape, z.strictObject({ $ref: z.string() })]),
  ),
})
const documentShape = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string().min(1), version: z.string().min(1) }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().regex(/^\//), z.partialRecord(methodNames, operationShape)),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
    responses: z.record(z.string(), responseShape),
    schemas: z.record(z.string(), schemaShape),
  }),
})

type Response200 = z.infer<typeof responseShape>
type Operation = z.infer<typeof operationShape>

/** What people's browsers ask for is no part of the document. */
const routes = endpoints
  .filter(({ path }) => path.startsWith('/'))
  .map((declared) => [`${declared.method} ${declared.path}`, declared] as const)

describe('the served document', () => {
  const document = documentShape.parse(JSON.parse(env.OPENAPI))

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
    if (Object.values(params).some(({ travel }) => travel === 'raw')) {
      expect(Object.keys(requestBody!.content)).toEqual(['application/octet-stream'])
      return
    }
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
        expect(((form!.schema['required'] ?? []) as string[]).includes(name)).toBe(field.options.required)
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

    const ways = auth === 'none' ? [] : [{ basic: [] }, { session: [] }]
    expect(security).toEqual(auth === 'key' ? [{ key: [] }, ...ways] : ways)
    expect(document.components.securitySchemes).toMatchObject({
      basic: { type: 'http', scheme: 'basic' },
      session: { type: 'apiKey', in: 'cookie', name: '__Host-rivulet-session' },
    })
  })

  test.each(routes)('says whether %s can be asked over a socket', (_, { method, path, overSocket }) => {
    expect('x-over-socket' in operationOf(path, method)).toBe(overSocket !== null)
  })

  test.each(routes)('describes the answer of %s, in its envelope', (_, { method, path, returns }) => {
    const { responses } = operationOf(path, method)

    if ('302' in responses) return expect(responses).not.toHaveProperty('200')
    const success = (responses['200'] as Response200).content['application/json']!.schema
    expect(Object.keys(success['properties'] as object)).toEqual([
      ...new Set(['result', 'msg', ...Object.keys(returns)]),
    ])
    expect(success['required']).toEqual(expect.arrayContaining(['result', 'msg']))
    expect(responses).toHaveProperty('429')
    expect(responses).toHaveProperty('500')
  })

  test('puts every operation into a group that it describes', () => {
    const operations = Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod))
    const groups = new Set(operations.flatMap(({ tags }) => tags))

    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...groups].toSorted())
  })

  test('refers to nothing that it does not have', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]

    expect(references.length).toBeGreaterThan(0)
    for (const [, kind, name] of references)
      expect(document.components[kind as 'schemas' | 'responses']).toHaveProperty(name!)
    expect(text).not.toContain('$schema')
    expect(text).not.toContain('$defs')
  })
})

test.each(['/static/generated/emoji/emoji_codes.json', '/static/generated/timezones.json'])(
  'who has %s is not sent it again',
  async (path) => {
    const tag = (await reach(rootDomain, path)).headers.get('ETag')!
    expect(tag).toMatch(/^"[\w-]{22}"$/)

    const same = await reach(rootDomain, path, { headers: { 'If-None-Match': `"x", W/${tag}` } })
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect((await reach(rootDomain, path, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
  },
)
