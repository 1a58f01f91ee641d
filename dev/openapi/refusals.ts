/** The refusals in the document: each status with its codes, and each code with its reasons. */
import type { Endpoint } from '../../src/core/http/endpoint'
import type { Example } from '../../src/examples'
import type { Refusal } from './comment'

const refusal = (status: number, code: string, reason: string): Refusal => ({ status, code, reason })

/** Refusals of all operations that need an account. */
const ofAccounts: readonly Refusal[] = [
  refusal(
    401,
    'UNAUTHENTICATED_USER',
    'No credentials were sent, the session of the cookie has ended, or the account may not use this operation at all.',
  ),
  refusal(401, 'INVALID_API_KEY', 'The API key is wrong, or belongs to another email address.'),
  refusal(401, 'WRONG_ACCOUNT', 'A page asks for one account, and by now the browser is logged in as another one.'),
  refusal(401, 'USER_DEACTIVATED', 'The account was deactivated.'),
  refusal(401, 'REALM_DEACTIVATED', 'The organization was deactivated.'),
  refusal(404, 'NONEXISTENT_SUBDOMAIN', 'There is no organization at this address.'),
]

/** Refusals of all operations that change something, or that can be used with a session cookie. */
const ofPages: readonly Refusal[] = [
  refusal(
    403,
    'BAD_REQUEST',
    'A browser sent the request by itself for a page of another site, or with the cookie of a session and without the headers that it needs.',
  ),
]

/** Refusals of all operations. */
const ofAll: readonly Refusal[] = [
  refusal(
    429,
    'RATE_LIMIT_HIT',
    'Too much was asked lately. `retry-after` and the header `Retry-After` tell in how many seconds to ask again.',
  ),
  refusal(
    500,
    'INTERNAL_ERROR',
    'Something went wrong in the server. It is no fault of the request. `request_id` and the header `X-Request-Id` name the line about it in the server’s log.',
  ),
  refusal(
    503,
    'QUOTA_EXCEEDED',
    'The server has used up what its plan allows for a day, and nothing was done. `retry-after` and the header `Retry-After` tell the seconds until midnight UTC, when it goes on.',
  ),
  refusal(
    503,
    'ORGANIZATION_MOVING',
    'The organization is moving to another database, and nothing was done. It can be asked again in a minute.',
  ),
  refusal(
    503,
    'OLD_TEXTS_UNAVAILABLE',
    'The texts of old messages, which are stored apart from the others, cannot be read now, and nothing was done. It can be asked again in a minute.',
  ),
]

/** Responses that many operations share, by their component names. */
export const sharedResponses: Readonly<Record<string, readonly Refusal[]>> = {
  Unauthorized: ofAccounts.filter(({ status }) => status === 401),
  ForeignPage: ofPages,
  NoOrganization: ofAccounts.filter(({ status }) => status === 404),
  TooManyRequests: ofAll.filter(({ status }) => status === 429),
  InternalError: ofAll.filter(({ status }) => status === 500),
  Unavailable: ofAll.filter(({ status }) => status === 503),
}

const some = (is: boolean, code: string, reason: string): Refusal[] => (is ? [refusal(400, code, reason)] : [])

/** Refusals that follow from the authentication and the parameters of an operation. Its own doc comment adds more. */
export function commonRefusals({ method, acts, auth, params }: Endpoint): Refusal[] {
  const fields = Object.values(params)
  return [
    ...some(
      method !== 'GET' || fields.length > 0,
      'BAD_REQUEST',
      'A parameter does not have the form or the limits that its description gives, or the body is too large.',
    ),
    ...some(
      method !== 'GET',
      'DATABASE_FULL',
      'The database has no room for this, and nothing was done. Reading and deleting go on.',
    ),
    ...some(
      fields.some(({ options, travel }) => options.required && !['file', 'raw', 'path'].includes(travel)),
      'REQUEST_VARIABLE_MISSING',
      'A required parameter is missing. `var_name` tells which.',
    ),
    ...some(
      fields.some(({ travel, options }) => travel === 'count' || options.conversion === true),
      'REQUEST_VARIABLE_INVALID',
      'A parameter cannot be read as what it should be. `var_name` tells which, `bad_value` what was sent.',
    ),
    ...some(
      fields.some(({ options }) => options.alias !== undefined),
      'REQUEST_CONFUSING_VAR',
      'A parameter was sent under both of its names, `var_name1` and `var_name2`.',
    ),
    ...some(
      fields.some(({ options }) => options.isBody === true),
      'INVALID_JSON',
      'The body is not JSON.',
    ),
    ...(method !== 'GET' || acts || auth !== 'none' ? ofPages : []),
    ...(auth === 'none' ? [] : ofAccounts),
    ...ofAll,
  ]
}

/** The responses of an operation by status. */
export function refusalResponses(refusals: readonly Refusal[], example?: Example['refusal']): Record<string, object> {
  const statuses = [...new Set(refusals.map(({ status }) => status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const these = refusals.filter((one) => one.status === status)
      const shared = Object.entries(sharedResponses).find(([, others]) => isSame(these, others))
      const shown = example?.status === status ? example : undefined
      return [status, shared === undefined ? response(these, shown) : { $ref: `#/components/responses/${shared[0]}` }]
    }),
  )
}

const isSame = (a: readonly Refusal[], b: readonly Refusal[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** One response with a line for each reason. */
export function response(refusals: readonly Refusal[], shown?: Example['refusal']): object {
  const codes = new Set(refusals.map(({ code }) => code))
  const named = [...codes].filter((code) => code !== null)
  const lines = [...codes].flatMap((code) =>
    refusals
      .filter((one) => one.code === code)
      .map(({ reason }) => `- ${code === null ? 'Without a code' : `\`${code}\``}: ${reason}`),
  )
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Refusal' },
      {
        type: 'object',
        ...(named.length > 0 && {
          properties: { code: { type: 'string', enum: named, description: 'What programs tell refusals apart by.' } },
        }),
        ...(!codes.has(null) && { required: ['code'] }),
      },
    ],
  }
  const { status: _, ...body } = shown ?? {}
  const example = shown === undefined ? {} : { example: { result: 'error', ...body } }
  return { description: lines.join('\n'), content: { 'application/json': { schema, ...example } } }
}
