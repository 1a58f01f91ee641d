/** Body of an answer: `result`, `msg` and the fields of the operation. */
export type Answer = Record<string, unknown>

/** The server refused a request, and did nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** Such as `BAD_REQUEST`; null if the server gave none. */
  readonly code: string | null
  /** Says more than the code, such as `already_done` (endpoints, Error codes); null if the server gave none. */
  readonly reason: string | null
  /** Seconds until the request may be sent again; null unless a rate limit or a quota was exceeded. */
  readonly retry_after: number | null

  constructor(
    /** The whole body of the answer. */
    readonly answer: Answer,
    /** HTTP status; null if the request went over the socket. */
    readonly status: number | null,
  ) {
    super(String(answer['msg']))
    this.code = (answer['code'] ?? null) as string | null
    this.reason = (answer['reason'] ?? null) as string | null
    this.retry_after = (answer['retry-after'] ?? null) as number | null
  }

  /** The server's message, in English. */
  get msg(): string {
    return this.message
  }
}

/** There was no answer. The server may have done what was requested. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'

  constructor(
    /** The code of the server's answer, if there was one, such as `OLD_TEXTS_UNAVAILABLE`; else an error, or undefined. */
    cause?: unknown,
    /** Whether the request may have reached the server. If not, it was certainly not done. */
    readonly wasSent = true,
  ) {
    super('The server gave no answer', { cause })
  }
}

/**
 * Why the server no longer admits the account: its session or key has ended, the browser is logged in as another account, or
 * the account or its organization was deactivated.
 */
export type NotAdmitted = 'unauthorized' | 'other_account' | 'account_deactivated' | 'organization_deactivated'

/** Codes of refusals that end the whole client, and not only one request. Over HTTP their status is 401. */
export const notAdmittedByCode: Readonly<Record<string, NotAdmitted>> = {
  UNAUTHENTICATED_USER: 'unauthorized',
  INVALID_API_KEY: 'unauthorized',
  WRONG_ACCOUNT: 'other_account',
  USER_DEACTIVATED: 'account_deactivated',
  REALM_DEACTIVATED: 'organization_deactivated',
}

/** Why the server no longer admits the account; null for any other error. */
export const whyNotAdmitted = (error: unknown): NotAdmitted | null =>
  error instanceof Refusal ? (notAdmittedByCode[error.code ?? ''] ?? null) : null

/** Code of a refusal because a quota of the server's plan is used up. It lasts until midnight UTC. */
export const quotaExceeded = 'QUOTA_EXCEEDED'

/** Checks the body of an answer. Throws a `Refusal`; throws `Unreachable` if the body is not the server's, or it failed. */
export function answerIn(body: unknown, status: number | null): Answer {
  const answer = (body ?? {}) as Answer
  if (answer['result'] === 'success') return answer
  // After an error inside the server, nobody knows what it has done. A body without `result` comes from a proxy.
  const { code } = answer
  const isFailure = code === 'INTERNAL_ERROR' || ((status ?? 0) >= 500 && code !== quotaExceeded)
  if (answer['result'] !== 'error' || isFailure) throw new Unreachable(code)
  throw new Refusal(answer, status)
}
