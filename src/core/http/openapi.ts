import { z } from 'zod'
import { isBesideApi, type Endpoint } from './endpoint'
import type { Field } from './params'

/** The OpenAPI 3.1 document of the declared endpoints, without what lies outside of the API proper. */
export function openapi(endpoints: readonly Endpoint[], { title, version }: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    if (isBesideApi(endpoint)) continue
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/api/v1' }],
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'Email address and API key' },
        key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'An API key by itself' },
      },
    },
    paths,
  }
}

const [basic, key] = [{ basic: [] }, { key: [] }]

/** What a client may authenticate by; nothing at all, where that is among it. */
const security = { none: [], any: [basic], ticket: [basic], key: [key, basic], optional: [{}, key, basic] }

function operation({ method, path, summary, auth, params, returns }: Endpoint) {
  const fields = Object.entries(params)
  // Where one parameter can be the whole body, the others are part of the address.
  const hasWhole = fields.some(([, { options }]) => options.isBody)
  const isInBody = ({ travel, options }: Field<unknown>): boolean =>
    method !== 'GET' && travel !== 'path' && (!hasWhole || options.isBody === true)
  const elsewhere = fields.filter(([, field]) => !isInBody(field))
  const ofBody = fields.filter(([, field]) => isInBody(field))
  return {
    summary,
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z]+/gi, '_')}`,
    security: security[auth],
    ...(elsewhere.length > 0 && { parameters: elsewhere.map(([name, field]) => parameter(name, field)) }),
    ...(ofBody.length > 0 && { requestBody: requestBody(ofBody) }),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: successSchema(returns) } } },
      default: { description: 'Refused', content: { 'application/json': { schema: jsonSchema(refusalSchema) } } },
    },
  }
}

const refusalSchema = z.looseObject({ result: z.literal('error'), msg: z.string(), code: z.string().optional() })

function successSchema(returns: z.ZodRawShape) {
  return jsonSchema(z.object({ result: z.literal('success'), msg: z.literal(''), ...returns }))
}

function parameter(name: string, field: Field<unknown>) {
  const { travel, options } = field
  const schema = fieldSchema(field)
  return {
    name,
    in: travel === 'path' ? 'path' : 'query',
    required: options.required,
    ...(isEncoded(field) ? { content: { 'application/json': { schema } } } : { schema }),
  }
}

function requestBody(fields: [string, Field<unknown>][]) {
  const whole = fields.find(([, { options }]) => options.isBody)?.[1]
  const hasFile = fields.some(([, { travel }]) => travel === 'file')
  return {
    required: fields.some(([, { options }]) => options.required),
    content: {
      [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
        schema: {
          type: 'object',
          properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
          required: fields.filter(([, { options }]) => options.required).map(([name]) => name),
        },
        encoding: Object.fromEntries(
          fields.filter(([, field]) => isEncoded(field)).map(([name]) => [name, { contentType: 'application/json' }]),
        ),
      },
      ...(whole !== undefined && { 'application/json': { schema: fieldSchema(whole) } }),
    },
  }
}

function fieldSchema({ schema, travel, options: { fallback, alias, most_mib } }: Field<unknown>) {
  if (travel === 'file') return { type: 'string', format: 'binary', description: `A file of at most ${most_mib} MiB.` }
  return {
    ...jsonSchema(schema),
    ...(fallback !== undefined && { default: fallback }),
    ...(alias !== undefined && { description: `May be called \`${alias}\` instead.` }),
  }
}

/** Lists and objects are sent as JSON text; numbers and booleans look the same either way. */
function isEncoded({ travel, schema }: Field<unknown>): boolean {
  return travel === 'json' && !(schema instanceof z.ZodNumberFormat) && !(schema instanceof z.ZodBoolean)
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
