/** A refusal as it travels between the realm object and the Worker: plain data, because errors lose their class over RPC. */
export interface Refusal {
  status: number
  /** Null where the specification shows a body without `code`. */
  code: string | null
  msg: string
  /** Further fields of the error body, for example `stream` or `var_name`. */
  extra: Record<string, unknown>
}

/** The only error that reaches a client in its own words. Every other error becomes a 500 that shows no internals. */
export class ApiError extends Error {
  constructor(
    readonly refusal: Refusal,
    /** Rows that were read by a change that was refused in its commit. */
    readonly rows_read = 0,
  ) {
    super(refusal.msg)
  }
}

/**
 * What some refusals say beside their code, for programs that decide by it, or that say it in another language (endpoints,
 * Error codes).
 */
export const refusalReasons = [
  'already_done',
  'not_found',
  'http_only',
  'not_allowed',
  'too_late',
  'name_taken',
  'email_taken',
  'invalid_email',
  'duplicate_email',
  'disposable_email',
  'email_with_plus',
  'email_domain_not_allowed',
  'account_deactivated',
  'weak_password',
  'wrong_password',
  'wrong_setup_token',
  'not_signed',
  'unreadable_body',
  'wrong_service',
  'feed_not_public',
  'feed_unreachable',
  'feed_redirects',
  'feed_status',
  'feed_gone',
  'no_feed',
] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** An error of the request, to be thrown: 400 `BAD_REQUEST` by default. Further fields go into the body (endpoints, Error codes). */
export function refused(
  msg: string,
  {
    code = 'BAD_REQUEST',
    status = 400,
    ...extra
  }: { code?: string | null; status?: number; reason?: RefusalReason; [field: string]: unknown } = {},
): ApiError {
  return new ApiError({ status, code, msg, extra })
}

/** The refusal of a request without credentials, where only accounts get an answer. */
export const notLoggedIn = (): ApiError =>
  refused('Not logged in: API authentication or user session required', { code: 'UNAUTHENTICATED_USER', status: 401 })

/** The refusal of a request that comes too often. It may come again after `wait` seconds. */
export const tooMany = (
  wait: number,
  msg = 'API usage exceeded rate limit',
  extra: Readonly<Record<string, unknown>> = {},
): ApiError => refused(msg, { code: 'RATE_LIMIT_HIT', status: 429, 'retry-after': wait, ...extra })

/**
 * The result of background work, or null if it was refused, because nobody waits for the refusal. A failure of the server itself
 * (from 500 on) is thrown: the work may be tried again.
 */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.refusal.status < 500) return null
    throw error
  }
}

/** The refusal of one of several values that belong together; `__all__` stands for all of them (endpoints, Error codes). */
export const refusedField = (field: string, problem: string): ApiError =>
  refused(problem, { errors: { [field]: [problem] } })

/** The JSON envelope of a refusal. */
export const refusalBody = ({ code, msg, extra }: Refusal): Record<string, unknown> => ({
  result: 'error',
  msg,
  ...(code === null ? {} : { code }),
  ...extra,
})

/** The envelope of a refusal, with the headers that its status calls for. */
export const refusalResponse = (refusal: Refusal): Response =>
  Response.json(refusalBody(refusal), { status: refusal.status, headers: headersOf(refusal) })

/** A refusal as plain text, for people in a browser. */
export const plainRefusal = (refusal: Refusal): Response =>
  new Response(`${refusal.msg}\n`, { status: refusal.status, headers: headersOf(refusal) })

function headersOf({ status, extra }: Refusal): Record<string, string> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (status === 405) headers['Allow'] = (extra['allowed_methods'] as string[]).join(', ')
  if (typeof extra['retry-after'] === 'number') headers['Retry-After'] = String(Math.ceil(extra['retry-after']))
  if (typeof extra['request_id'] === 'string') headers['X-Request-Id'] = extra['request_id']
  return headers
}
