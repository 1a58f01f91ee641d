/** How the OpenAPI document is made from declarations and their doc comments. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readComment } from '../../dev/openapi/comment'
import { declarationOf, declared, described } from '../../dev/openapi/declared'
import { openapi } from '../../dev/openapi/document'
import { endpoint, type Endpoint } from '../../src/core/http/endpoint'
import { count, flag, json, pathId, text } from '../../src/core/http/params'
import type { Refusal } from '../../dev/openapi/comment'

interface Operation {
  parameters: Record<string, unknown>[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; encoding?: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}

interface Schema {
  properties: Record<string, Record<string, unknown>>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

function documentOf(described: Endpoint, refusals: readonly Refusal[] = []): Document {
  const all = [{ endpoint: described, id: 'tide', folder: 'mutes', description: '', refusals }]
  return JSON.parse(JSON.stringify(openapi(all, { title: 'x', version: '1' }))) as Document
}

const operationOf = (one: Endpoint, refusals?: readonly Refusal[]): Operation =>
  documentOf(one, refusals).paths[one.path]![one.method.toLowerCase()]!

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
  const get = operationOf(asked)
  const patch = operationOf({ ...asked, method: 'PATCH' })
  const queryParameter = (name: string) => get.parameters.find((parameter) => parameter['name'] === name)
  const form = patch.requestBody!.content['application/x-www-form-urlencoded']!
  const bodyParameter = (name: string) => form.schema.properties[name]

  test('says what it is', () => {
    expect(queryParameter('tide_id')).toMatchObject({ in: 'path', required: true, schema: { type: 'integer' } })
    expect(queryParameter('place')).toMatchObject({ in: 'query', required: true, schema: { type: 'string' } })
    expect(queryParameter('kind')).toMatchObject({ required: false, schema: { enum: ['high', 'low'] } })
    expect(bodyParameter('kind')).toMatchObject({ enum: ['high', 'low'] })
  })

  test('tells its default', () => {
    expect(queryParameter('size')).toMatchObject({ schema: { type: 'integer', minimum: 0, default: 10 } })
    expect(queryParameter('metric')).toMatchObject({ schema: { type: 'boolean', default: true } })
    expect(bodyParameter('metric')).toMatchObject({ type: 'boolean', default: true })
    expect(queryParameter('place')!['schema']).not.toHaveProperty('default')
  })

  test('tells its other name', () => {
    expect(queryParameter('topic')!['description']).toContain('subject')
    expect(bodyParameter('topic')).toMatchObject({ description: expect.stringContaining('subject') })
  })

  test('says that a list travels as JSON', () => {
    expect(queryParameter('days')).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
    })
    expect(bodyParameter('days')).toMatchObject({ type: 'array', items: { type: 'integer' } })
    expect(form.encoding).toEqual({ days: { contentType: 'application/json' } })
  })

  test('puts parameters of the path beside the body of a change', () => {
    expect(patch.parameters.map(({ name }) => name)).toEqual(['tide_id'])
    expect(bodyParameter('tide_id')).toBeUndefined()
    expect(patch.requestBody!.required).toBe(true)
  })
})

describe('a doc comment', () => {
  test.each([
    ['/** The tide. */', 'The tide.'],
    ['/**\n * The tide\n * of the day.\n */', 'The tide of the day.'],
    ['/**\n * The tide.\n *\n * - high\n *   or\n * - low\n */', 'The tide.\n\n- high or\n- low'],
    ['/** The tide (specification, Tides; events, tide). */', 'The tide.'],
  ])('of %j says what it says', (source, text) => {
    expect(readComment(source)).toEqual({ text, refusals: [] })
  })

  test('tells how an operation is refused', () => {
    const source = `/**
      * The tide.
      *
      * @error The tide is out.
      * @error NO_TIDE There is no tide
      *   here.
      * @error 404 No such place.
      * @error 403 NO_ACCESS A private place.
      */`

    expect(readComment(source)).toEqual({
      text: 'The tide.',
      refusals: [
        { status: 400, code: null, reason: 'The tide is out.' },
        { status: 400, code: 'NO_TIDE', reason: 'There is no tide here.' },
        { status: 404, code: null, reason: 'No such place.' },
        { status: 403, code: 'NO_ACCESS', reason: 'A private place.' },
      ],
    })
  })

  test.each(['@errors Ebb.', '@error', '@param tide'])('is refused with %s', (tag) => {
    expect(() => readComment(`/** ${tag} */`)).toThrow(tag)
  })
})

const comment = (words: string) => ({ text: words, refusals: [] })
const exportedSchema = (name: string) => ({ name, folder: 'mutes', isExported: true })

describe('a description', () => {
  const tideSchema = declared(
    z.object({ height: described(z.int(), comment('In metres.')), name: z.string() }),
    exportedSchema('tideSchema'),
    comment('A tide.'),
  )
  const { paths, components } = documentOf(
    endpoint('GET /tides', {
      summary: 'Tides',
      params: { size: described(count(), comment('Of the boat.')).default(1) },
      returns: {
        tide: described(tideSchema, comment('The next one.')),
        tides: z.array(tideSchema),
        rest: tideSchema.omit({ name: true }).partial(),
      },
      run: () => Promise.resolve({ tide: { height: 1, name: 'ebb' }, tides: [], rest: {} }),
    }),
  )
  const { parameters, responses } = paths['/tides']!['get']!
  const { properties } = responses['200']!.content['application/json']!.schema

  test('stays with a parameter that is changed after it', () => {
    expect(parameters).toMatchObject([{ name: 'size', description: 'Of the boat.', schema: { default: 1 } }])
  })

  test('stands beside a reference to a schema that has a name', () => {
    const $ref = '#/components/schemas/Tide'
    expect(properties).toMatchObject({ tide: { $ref, description: 'The next one.' }, tides: { items: { $ref } } })
    expect(components.schemas['Tide']).toMatchObject({
      description: 'A tide.',
      properties: { height: { description: 'In metres.' } },
    })
  })

  test('stays with a field of a schema that is made from another', () => {
    expect(properties['rest']).toMatchObject({ properties: { height: { description: 'In metres.' } } })
  })

  test('of two schemas of one name is refused', () => {
    expect(() => declared(z.object({}), exportedSchema('tideSchema'), comment(''))).toThrow('tideSchema')
  })
})

test('an endpoint under another path is refused for the same reasons', () => {
  const refusals = [{ status: 404, code: null, reason: 'No tide.' }]
  const ask = endpoint('POST /tides', { summary: '', returns: {}, run: () => Promise.resolve({}) })
  const first = declared(ask, exportedSchema('askEndpoint'), { text: 'Asks.', refusals })
  const alias = declared({ ...first, path: '/old-tides' }, exportedSchema('aliasEndpoint'), comment('As `ask`.'))

  expect(declarationOf(alias)).toEqual({ name: 'aliasEndpoint', folder: 'mutes', description: 'As `ask`.', refusals })
})

test('refusals stand at their status, each code with its reasons', () => {
  const asked = endpoint('POST /tides', {
    summary: '',
    params: { place: text() },
    returns: {},
    run: () => Promise.resolve({}),
  })

  const { responses } = operationOf(asked, [
    { status: 400, code: 'BAD_REQUEST', reason: 'Too late.' },
    { status: 404, code: null, reason: 'No tide.' },
  ])

  expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '429', '500', '503'])
  expect(responses['400']!.description).toMatch(
    /^- `BAD_REQUEST`: .*\n- `BAD_REQUEST`: Too late\.\n- `DATABASE_FULL`: .*\n- `REQUEST_VARIABLE_MISSING`: /,
  )
  expect(responses['404']!.description).toContain('- Without a code: No tide.')
  expect(responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
})
