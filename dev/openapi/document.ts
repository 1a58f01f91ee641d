import { z } from 'zod'
import { refusalReasons } from '../../src/core/base/errors'
import { isOutsideApi, type Endpoint } from '../../src/core/http/endpoint'
import type { Field } from '../../src/core/http/params'
import type { Example } from '../../src/examples'
import { sessionCookieName } from '../../src/sessions/cookie'
import type { Declaration } from './declared'
import { commonRefusals, refusalResponses, response, sharedResponses } from './refusals'
import { groupOf, operationGroups } from './operation-groups'
import { Schemas } from './schemas'

/** An endpoint with what its source says about it. */
export interface DescribedEndpoint extends Omit<Declaration, 'name'> {
  readonly endpoint: Endpoint
  /** The `operationId`. */
  readonly id: string
  readonly example?: Example | undefined
}

/** The OpenAPI 3.1 document of the declared endpoints, without those outside of the API proper. */
export function openapi(all: readonly DescribedEndpoint[], info: Record<string, unknown>) {
  const schemas = new Schemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const described of all) {
    const { method, path } = described.endpoint
    if (isOutsideApi(described.endpoint)) continue
    const operations = (paths[path] ??= {})
    operations[method.toLowerCase()] = operation(described, schemas)
  }
  schemas.components['Refusal'] = schemas.of(refusalSchema)
  const used = new Set(all.map(({ folder }) => folder))
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api/v1' }],
    tags: operationGroups
      .filter(({ folder }) => used.has(folder))
      .map(({ title, purpose }) => ({ name: title, description: purpose })),
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'Email address and API key' },
        key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'An API key by itself' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName,
          description:
            'The cookie of `POST /session`, for pages of the same origin. It needs the header `X-Requested-With` and, unless the request only reads, `Origin`',
        },
      },
      responses: Object.fromEntries(Object.entries(sharedResponses).map(([name, these]) => [name, response(these)])),
      schemas: Object.fromEntries(Object.entries(schemas.components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const [basic, key, session] = [{ basic: [] }, { key: [] }, { session: [] }]

/** Authentication methods by the kind of endpoint; `{}` means none. */
const security = {
  none: [],
  any: [basic, session],
  ticket: [basic, session],
  key: [key, basic, session],
  optional: [{}, key, basic, session],
}

function operation({ endpoint, id, folder, description, refusals, example }: DescribedEndpoint, schemas: Schemas) {
  const { method, summary, auth, params, returns, overSocket } = endpoint
  const { title } = groupOf(folder)
  const fields = Object.entries(params)
  // If one parameter can be the whole body, the others are in the query.
  const hasWhole = fields.some(([, { options }]) => options.isBody)
  const isInBody = ({ travel, options }: Field<unknown>): boolean =>
    method !== 'GET' && travel !== 'path' && (!hasWhole || options.isBody === true)
  const elsewhere = fields.filter(([, field]) => !isInBody(field))
  const ofBody = fields.filter(([, field]) => isInBody(field))
  return {
    operationId: id,
    tags: [title],
    summary,
    ...(description !== '' && { description }),
    security: security[auth],
    // It can also be used on the WebSocket of an event queue.
    ...(overSocket !== null && { 'x-over-socket': true }),
    ...(elsewhere.length > 0 && {
      parameters: elsewhere.map(([name, field]) => parameter(name, field, schemas, example)),
    }),
    ...(ofBody.length > 0 && { requestBody: requestBody(ofBody, schemas, example) }),
    responses: {
      ...(example?.redirect === undefined
        ? { 200: success(returns, schemas, example) }
        : { 302: redirection(example.redirect) }),
      ...refusalResponses([...commonRefusals(endpoint), ...refusals], example?.refusal),
    },
  }
}

const refusalSchema = z.looseObject({
  result: z.literal('error').describe('Tells refusals from answers.'),
  msg: z.string().describe('Why, in words for people.'),
  code: z.string().optional().describe('What programs tell refusals apart by. Few have none.'),
  reason: z
    .enum(refusalReasons)
    .optional()
    .describe(
      'What some refusals say beside their code. `already_done`: things are as the request wants them already. `not_found`: the message or draft is not there, or not for you. `http_only`: a socket cannot answer this, ask over HTTP. `not_allowed`: the role or a policy does not allow it. `too_late`: a time limit has passed. `name_taken`, `email_taken`: another has it. `invalid_email`, `duplicate_email`, `account_deactivated`: an address that cannot be invited. `disposable_email`, `email_with_plus`, `email_domain_not_allowed`: the organization does not allow the address. `weak_password`: easy to guess. `wrong_password`: not the current one. `wrong_setup_token`: creating an organization needs the right one. `not_signed`, `unreadable_body`, `wrong_service`: an event that an integration cannot take.',
    ),
})

const envelope = {
  result: z.literal('success').describe('Tells answers from refusals.'),
  msg: z.literal('').describe('Always empty.'),
}

function success(returns: z.ZodRawShape, schemas: Schemas, example: Example | undefined) {
  const answer = example?.answer && { result: 'success', msg: '', ...example.answer }
  return {
    description: 'Success',
    content: {
      'application/json': {
        schema: schemas.ofShape({ ...envelope, ...returns }),
        ...(answer && { example: answer }),
      },
    },
  }
}

const redirection = (example: NonNullable<Example['redirect']>) => ({
  description: 'The header `Location` has the address.',
  headers: { Location: { schema: { type: 'string' }, description: 'The address.', example } },
})

function parameter(name: string, field: Field<unknown>, schemas: Schemas, given: Example | undefined) {
  const { travel, options } = field
  const { description, ...schema } = fieldSchema(field, schemas)
  const example = given?.params?.[name]
  const illustrated = example === undefined ? {} : { example }
  return {
    name,
    in: travel === 'path' ? 'path' : 'query',
    ...(description !== undefined && { description }),
    required: options.required,
    ...(isEncoded(field)
      ? { content: { 'application/json': { schema, ...illustrated } } }
      : { schema, ...illustrated }),
  }
}

function requestBody(fields: [string, Field<unknown>][], schemas: Schemas, given: Example | undefined) {
  const whole = fields.find(([, { options }]) => options.isBody)
  const hasFile = fields.some(([, { travel }]) => travel === 'file')
  const raw = fields.find(([, { travel }]) => travel === 'raw')
  if (raw !== undefined)
    return { required: true, content: { 'application/octet-stream': { schema: fieldSchema(raw[1], schemas) } } }
  const required = fields.filter(([, { options }]) => options.required).map(([name]) => name)
  const encoded = fields.filter(([, field]) => isEncoded(field)).map(([name]) => name)
  const sent = fields.flatMap(([name]) => (given?.params && name in given.params ? [[name, given.params[name]]] : []))
  return {
    required: required.length > 0,
    content: {
      [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
        schema: {
          type: 'object',
          properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field, schemas)])),
          ...(required.length > 0 && { required }),
        },
        ...(encoded.length > 0 && {
          encoding: Object.fromEntries(encoded.map((name) => [name, { contentType: 'application/json' }])),
        }),
        ...(sent.length > 0 && { example: Object.fromEntries(sent) as Record<string, unknown> }),
      },
      ...(whole !== undefined && {
        'application/json': {
          schema: fieldSchema(whole[1], schemas),
          ...(given?.params?.[whole[0]] !== undefined && { example: given.params[whole[0]] }),
        },
      }),
    },
  }
}

function fieldSchema({ schema, travel, options }: Field<unknown>, schemas: Schemas): Record<string, unknown> {
  const { description, ...made } =
    travel === 'file' || travel === 'raw'
      ? { type: 'string', format: 'binary', description: schema.description }
      : schemas.of(schema)
  const sentences = [
    description,
    options.alias !== undefined && `May be called \`${options.alias}\` instead.`,
    (travel === 'file' || travel === 'raw') && `At most ${options.maxMib} MiB.`,
  ].filter((sentence) => typeof sentence === 'string')
  return {
    ...made,
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(options.fallback !== undefined && { default: options.fallback }),
  }
}

/** Whether a parameter is sent as JSON text. Numbers and booleans look the same either way. */
function isEncoded({ travel, schema }: Field<unknown>): boolean {
  return travel === 'json' && !(schema instanceof z.ZodNumberFormat) && !(schema instanceof z.ZodBoolean)
}
