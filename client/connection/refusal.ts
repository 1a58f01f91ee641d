/** Body of an answer: `result`, `msg` and the fields of the operation. */
export type Answer = Record<string, unknown>

/** The server's refusal: nothing was done. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The server's code, such as `BAD_REQUEST`; null where it gives none. */
  readonly code: string | null
  /** What it says beside its code: `already_done`, `not_found` or `http_only`; null where it says nothing more. */
  readonly reason: string | null
  /** Seconds after which the same may be asked again; null unless it was asked too often, or a quota is used up. */
  readonly retry_after: number | null

  constructor(
    /** The whole body. */
    readonly answer: Answer,
    /** Status of HTTP; null if it was asked over the socket, which has none. */
    readonly status: number | null,
  ) {
    super(String(answer['msg']))
    this.code = (answer['code'] ?? null) as string | null
    this.reason = (answer['reason'] ?? null) as string | null
    this.retry_after = (answer['retry-after'] ?? null) as number | null
  }

  /** The server's words. */
  get msg(): string {
    return this.message
  }
}

/** There was no answer. What was asked may have been done. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'

  constructor(
    cause?: unknown,
    /** Whether it may have reached the server. If not, it was certainly not done. */
    readonly wasSent = true,
  ) {
    super('The server gave no answer', { cause })
  }
}

/**
 * Why an account is not admitted: the session or the key has ended; the browser is logged in as another account; the account or
 * its organization was deactivated.
 */
export type NotAdmitted = 'unauthorized' | 'other_account' | 'account_deactivated' | 'organization_deactivated'

/** What codes of refusals mean for the whole account, and not only for what was asked. Over HTTP their status is 401. */
export const notAdmittedByCode: Readonly<Record<string, NotAdmitted>> = {
  UNAUTHENTICATED_USER: 'unauthorized',
  INVALID_API_KEY: 'unauthorized',
  WRONG_ACCOUNT: 'other_account',
  USER_DEACTIVATED: 'account_deactivated',
  REALM_DEACTIVATED: 'organization_deactivated',
}

/** Why the account is not admitted any more, if that is what a refusal says; else null. */
export const whyNotAdmitted = (error: unknown): NotAdmitted | null =>
  error instanceof Refusal ? (notAdmittedByCode[error.code ?? ''] ?? null) : null

/** Code of the refusal when a quota of the server's plan is used up, until midnight UTC. */
export const quotaExceeded = 'QUOTA_EXCEEDED'

/** The answer in a body, if it is one of the server's; throws it if it is a refusal. */
export function answerIn(body: unknown, status: number | null): Answer {
  const answer = (body ?? {}) as Answer
  if (answer['result'] === 'success') return answer
  // After a failure of the server's own, nobody knows what it did before. A body without `result` is some proxy's.
  const { code } = answer
  const isFailure = code === 'INTERNAL_ERROR' || ((status ?? 0) >= 500 && code !== quotaExceeded)
  if (answer['result'] !== 'error' || isFailure) throw new Unreachable(`Answer of status ${status}`)
  throw new Refusal(answer, status)
}
