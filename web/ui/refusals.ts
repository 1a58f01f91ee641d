import { Refusal } from '../../client'
import { texts, type Texts } from '../i18n'
import { formatTimeOfDay } from '../i18n/format'

type TextOf = (t: Texts, until: string, refusal: Refusal) => string

/** What is wrong with the address of a feed, by the reason of the refusal. */
const feedProblems: Readonly<Record<string, TextOf>> = {
  feed_not_public: (t) => t.refusals.feedNotPublic,
  feed_unreachable: (t) => t.refusals.feedUnreachable,
  feed_redirects: (t) => t.refusals.feedRedirects,
  feed_status: (t) => t.refusals.feedStatus,
  feed_gone: (t) => t.refusals.feedGone,
  no_feed: (t) => t.refusals.noFeed,
}

/** Whether a request was refused because of the address of a feed. */
export const isAboutFeedAddress = (error: unknown): boolean =>
  error instanceof Refusal && Object.hasOwn(feedProblems, error.reason ?? '')

/** What a refusal says, by its reason or, without one, by its code (endpoints, Error codes). */
const textOf: Readonly<Record<string, TextOf>> = {
  ...feedProblems,
  already_done: (t) => t.refusals.alreadyDone,
  not_found: (t) => t.refusals.gone,
  not_allowed: (t) => t.refusals.notAllowed,
  too_late: (t) => t.refusals.tooLate,
  name_taken: (t) => t.refusals.nameTaken,
  email_taken: (t) => t.refusals.emailTaken,
  invalid_email: (t) => t.refusals.emailInvalid,
  duplicate_email: (t) => t.refusals.emailTwice,
  disposable_email: (t) => t.refusals.emailDisposable,
  email_with_plus: (t) => t.refusals.emailWithPlus,
  email_domain_not_allowed: (t) => t.refusals.emailDomain,
  account_deactivated: (t) => t.refusals.emailDeactivated,
  weak_password: (t) => t.refusals.weakPassword,
  wrong_password: (t) => t.refusals.wrongPassword,
  wrong_setup_token: (t) => t.refusals.wrongSetupToken,
  AUTHENTICATION_FAILED: (t) => t.signedOut.wrong,
  USER_DEACTIVATED: (t) => t.signedOut.deactivated,
  REALM_DEACTIVATED: (t) => t.signedOut.realmDeactivated,
  PASSWORD_AUTH_DISABLED: (t) => t.signedOut.byPasswordOff,
  NONEXISTENT_SUBDOMAIN: (t) => t.signedOut.nobodyHere,
  UNAUTHORIZED_PRINCIPAL: (t) => t.refusals.notAllowed,
  STREAM_DOES_NOT_EXIST: (t) => t.streams.unknown,
  BAD_IMAGE: (t) => t.pictures.notAPicture,
  OLD_TEXTS_UNAVAILABLE: (t) => t.refusals.oldTexts,
  DATABASE_FULL: (t) => t.refusals.databaseFull,
  REALM_UPLOAD_QUOTA: (t) => t.refusals.noSpace,
  CANNOT_DEACTIVATE_LAST_USER: (t) => t.refusals.lastUser,
  RATE_LIMIT_HIT: (t, until, { answer }) =>
    answer['used_up'] === undefined ? t.signedOut.tooOften : t.refusals.shareUsedUp(until),
  QUOTA_EXCEEDED: (t, until) => t.signedOut.full(until),
  REQUEST_VARIABLE_MISSING: (t) => t.refusals.notUnderstood,
  REQUEST_VARIABLE_INVALID: (t) => t.refusals.notUnderstood,
  REQUEST_CONFUSING_VAR: (t) => t.refusals.notUnderstood,
  INVALID_JSON: (t) => t.refusals.notUnderstood,
  NOT_FOUND: (t) => t.refusals.notUnderstood,
  METHOD_NOT_ALLOWED: (t) => t.refusals.notUnderstood,
}

/** Why the server refused, in the language of the page; null if the refusal has no code or reason of its own. */
export function knownReason(refusal: Refusal): string | null {
  const { reason, code, retry_after } = refusal
  const text = textOf[reason ?? ''] ?? textOf[code ?? '']
  return text === undefined ? null : text(texts, formatTimeOfDay(Date.now() + (retry_after ?? 0) * 1000), refusal)
}
