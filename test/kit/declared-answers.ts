import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../src/app'
import type { Endpoint } from '../../src/core/http/endpoint'

type Body = Readonly<Record<string, unknown>>

/** Fails unless a response has exactly the fields that its endpoint declares. */
export function expectDeclared(method: string, path: string, status: number, body: Body): void {
  const declared = endpointOf(method, path)
  if (declared === undefined) return
  const problem = status < 400 ? problemOfAnswer(declared, body) : problemOfRefusal(declared, status, body)
  if (problem !== null) expect.fail(`${method} ${path} answers what it does not declare: ${problem}`)
}

/** As `expectDeclared`, for a response on a socket, which has no status. */
export function expectDeclaredOnSocket(ask: string, body: Body): void {
  const [method, path] = ask.split(' ') as [string, string]
  const declared = endpointOf(method, path)
  if (declared === undefined || declared.overSocket === null) return
  const statuses = Object.keys(paths[declared.path]?.[method.toLowerCase()]?.responses ?? {}).map(Number)
  const problems =
    body['result'] === 'success'
      ? [problemOfAnswer(declared, body)]
      : statuses.filter((status) => status >= 400).map((status) => problemOfRefusal(declared, status, body))
  if (!problems.includes(null)) expect.fail(`${ask} answers what it does not declare: ${problems.join(', ')}`)
}

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replaceAll(/\{\w*id\}/g, '\\d+').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

const endpointOf = (method: string, path: string): Endpoint | undefined =>
  patterns.find((pattern) => pattern.endpoint.method === method && pattern.path.test(path))?.endpoint

const schemas = new Map<Endpoint, z.ZodType>()

/** The schema of what an endpoint answers. Making one takes longer than checking an answer. */
function schemaOf(endpoint: Endpoint): z.ZodType {
  const schema =
    schemas.get(endpoint) ?? z.strictObject({ result: z.literal('success'), msg: z.string(), ...endpoint.returns })
  schemas.set(endpoint, schema)
  return schema
}

function problemOfAnswer(endpoint: Endpoint, body: Body): string | null {
  const parsed = schemaOf(endpoint).safeParse(body)
  return parsed.success ? null : z.prettifyError(parsed.error)
}

/** A refusal in the OpenAPI document. */
interface Refused {
  readonly $ref?: string
  readonly content?: { 'application/json': { schema: { allOf: [unknown, Codes] } } }
}

/** The codes of a refusal. If `code` is required, every such response has one. */
interface Codes {
  readonly properties?: { code: { enum: string[] } }
  readonly required?: string[]
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Refused> }>>
  readonly components: { readonly responses: Record<string, Refused> }
}

const { paths, components } = JSON.parse(env.OPENAPI) as Document

/** The status and code of a refusal if the OpenAPI document does not list it; null if it does. */
function problemOfRefusal({ method, path }: Endpoint, status: number, { code, msg }: Body): string | null {
  const responses = paths[path]?.[method.toLowerCase()]?.responses
  // The endpoint is not in the document, or the document does not list its refusals.
  if (responses === undefined || 'default' in responses) return null
  const told = responses[status]
  const { content } = told?.$ref === undefined ? (told ?? {}) : components.responses[told.$ref.split('/').at(-1)!]!
  const codes = content?.['application/json'].schema.allOf[1]
  const isTold =
    codes !== undefined &&
    (code === undefined ? codes.required === undefined : codes.properties?.code.enum.includes(code as string) === true)
  return isTold ? null : `${status} ${JSON.stringify({ code, msg })}`
}
