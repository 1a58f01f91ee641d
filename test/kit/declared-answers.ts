import { expect } from 'vitest'
import { z } from 'zod'
import document from '../../public/api/v1/openapi.json'
import { endpoints } from '../../src/app'
import type { Endpoint } from '../../src/core/http/endpoint'

type Body = Readonly<Record<string, unknown>>

/** Fails unless a response has exactly the fields that its endpoint declares. */
export function expectDeclared(method: string, path: string, status: number, body: Body): void {
  const declared = endpoints.find((endpoint) => endpoint.method === method && matches(endpoint.path, path))
  if (declared === undefined) return
  const problem = status < 400 ? problemOfAnswer(declared, body) : problemOfRefusal(declared, status, body)
  if (problem !== null) expect.fail(`${method} ${path} answers what it does not declare: ${problem}`)
}

/** As `expectDeclared`, for a response on a socket, which has no status. */
export function expectDeclaredOnSocket(ask: string, body: Body): void {
  const [method, path] = ask.split(' ') as [string, string]
  const declared = endpoints.find((endpoint) => endpoint.method === method && matches(endpoint.path, path))
  if (declared === undefined || declared.overSocket === null) return
  const statuses = Object.keys(paths[declared.path]?.[method.toLowerCase()]?.responses ?? {}).map(Number)
  const problems =
    body['result'] === 'success'
      ? [problemOfAnswer(declared, body)]
      : statuses.filter((status) => status >= 400).map((status) => problemOfRefusal(declared, status, body))
  if (!problems.includes(null)) expect.fail(`${ask} answers what it does not declare: ${problems.join(', ')}`)
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w*id\}/g, '\\d+').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

function problemOfAnswer({ returns }: Endpoint, body: Body): string | null {
  const schema = z.strictObject({ result: z.literal('success'), msg: z.string(), ...returns })
  const parsed = schema.safeParse(body)
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

const paths = document.paths as unknown as Record<string, Record<string, { responses: Record<string, Refused> }>>
const shared = document.components.responses as unknown as Record<string, Refused>

/** The status and code of a refusal if the OpenAPI document does not list it; null if it does. */
function problemOfRefusal({ method, path }: Endpoint, status: number, { code, msg }: Body): string | null {
  const responses = paths[path]?.[method.toLowerCase()]?.responses
  // The endpoint is not in the document, or the document does not list its refusals.
  if (responses === undefined || 'default' in responses) return null
  const told = responses[status]
  const { content } = told?.$ref === undefined ? (told ?? {}) : shared[told.$ref.split('/').at(-1)!]!
  const codes = content?.['application/json'].schema.allOf[1]
  const isTold =
    codes !== undefined &&
    (code === undefined ? codes.required === undefined : codes.properties?.code.enum.includes(code as string) === true)
  return isTold ? null : `${status} ${JSON.stringify({ code, msg })}`
}
