import type { Account } from '../accounts/account'
import { isLent } from '../bots/queries'
import type { Turn } from '../core/turn/change'
import { refused, type ApiError } from '../core/base/errors'
import type { Cached } from '../core/turn/query-cache'
import type { Sql } from '../core/sql/sql'
import { characterCount, foldCase } from '../core/base/unicode'
import { isFullMember } from '../accounts/policies'
import { escapeAttribute } from '../markdown/escape'
import { administeredAmong, isSubscribed, subscriberIds } from '../subscriptions/queries'
import { isAdministrator, isGuest, isModerator } from '../accounts/roles'
import { userById } from '../users/queries'
import { invalidStreamName, longestStreamName, shownName } from './names'
import { streamById, streamByName, type StreamRow } from './queries'

/** A stream as clients name it: by id or by name. */
export type StreamRef = { stream_id: number } | { name: string }

export interface AccessedStream {
  stream: StreamRow
  subscribed: boolean
}

/**
 * The stream, if the actor may know of it. Missing and hidden streams are refused in the same words (behaviour,
 * Access).
 */
export async function accessStream(
  { cached, actor }: Pick<Turn, 'cached' | 'actor'>,
  ref: StreamRef,
): Promise<AccessedStream> {
  const stream = await findStream(cached, actor, ref)
  const subscribed = stream !== null && (await cached(subscriberIds, stream.id)).has(actor.id)
  return accessible(actor, ref, stream, subscribed)
}

/** The stream, if the viewer may know of it: `accessStream` for endpoints that only read. */
export async function viewStream(sql: Sql, viewer: Account, ref: StreamRef): Promise<AccessedStream> {
  const stream = await findStream((query, ...args) => query(sql, ...args), viewer, ref)
  const subscribed = stream !== null && (await isSubscribed(sql, viewer.id, stream.id))
  return accessible(viewer, ref, stream, subscribed)
}

/**
 * The stream, if the viewer may see any of its messages: administrators know of every private stream, but cannot read its
 * messages.
 */
export async function viewContent(sql: Sql, viewer: Account, ref: StreamRef): Promise<AccessedStream> {
  return withContent(viewer, ref, await viewStream(sql, viewer, ref))
}

/** The stream, if the actor may know of it and administers the organization or the stream. */
export async function accessToAdminister(turn: Turn, ref: StreamRef): Promise<AccessedStream> {
  const accessed = await accessStream(turn, ref)
  await assertAdministers(turn, [accessed.stream.id])
  return accessed
}

/** Refuses unless the actor administers the organization or each of the streams. Guests administer nothing. */
export async function assertAdministers({ actor, sql }: Turn, stream_ids: readonly number[]): Promise<void> {
  if (isAdministrator(actor)) return
  const mayAdminister = stream_ids.length > 0 && !isGuest(actor)
  const administered = mayAdminister ? await administeredAmong(sql, actor.id, stream_ids) : []
  if (stream_ids.length === 0 || administered.length < stream_ids.length)
    throw refused('Must be an organization or stream administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
}

/** `viewContent` for actions. */
export async function accessContent(turn: Pick<Turn, 'cached' | 'actor'>, ref: StreamRef): Promise<AccessedStream> {
  return withContent(turn.actor, ref, await accessStream(turn, ref))
}

function withContent(account: Account, ref: StreamRef, { stream, subscribed }: AccessedStream): AccessedStream {
  return accessible(account, ref, letsIn(stream, subscribed) ? stream : null, subscribed)
}

/** Whether a stream is open to a user who knows of it, and to people whom they add: a private one only if they are subscribed. */
export const letsIn = ({ invite_only }: Pick<StreamRow, 'invite_only'>, subscribed: boolean): boolean =>
  !invite_only || subscribed

/** The stream without a check of access; null when there is none. */
export async function findStream(cached: Cached, { realm_id }: Account, ref: StreamRef): Promise<StreamRow | null> {
  if ('stream_id' in ref) return cached(streamById, realm_id, ref.stream_id)
  const name = ref.name.trim()
  // A text that cannot be a name is not looked up: the cache would keep that there is no such stream.
  if (characterCount(name) > longestStreamName) return null
  // One cache key for all spellings, so that a change of the stream invalidates them all.
  return cached(streamByName, realm_id, foldCase(name))
}

function accessible(account: Account, ref: StreamRef, stream: StreamRow | null, subscribed: boolean): AccessedStream {
  if (stream === null || !mayKnow(account, stream, subscribed))
    throw 'name' in ref ? invalidStreamName(ref.name) : refused('Invalid stream id')
  return { stream, subscribed }
}

/**
 * The refusal to write to or leave a stream that does not exist; `stream` repeats its name or id (endpoints, Error
 * codes).
 */
export function streamDoesNotExist(ref: StreamRef): ApiError {
  const code = 'STREAM_DOES_NOT_EXIST'
  if ('stream_id' in ref) {
    const stream = String(ref.stream_id)
    return refused(`Stream with ID '${stream}' does not exist`, { code, stream, stream_id: ref.stream_id })
  }
  const stream = shownName(ref.name)
  // Old clients show `msg` as HTML.
  return refused(`Stream '${escapeAttribute(stream)}' does not exist`, { code, stream })
}

/** Whether the account may see name, settings and subscribers of the stream (behaviour, Access). */
export function mayKnow(account: Account, stream: StreamRow, subscribed: boolean): boolean {
  if (subscribed || stream.is_web_public) return true
  return stream.invite_only ? isAdministrator(account) : !isGuest(account)
}

/** Whether the account may read new messages of the stream (behaviour, Access). */
export const mayReadContent = (account: Account, stream: StreamRow, subscribed: boolean): boolean =>
  mayKnow(account, stream, subscribed) && letsIn(stream, subscribed)

/** Whether the account may read all messages of the stream, including those that it did not receive (behaviour, Access). */
export function mayReadHistory(account: Account, stream: StreamRow, subscribed: boolean): boolean {
  if (stream.is_web_public || (!stream.invite_only && !isGuest(account))) return true
  return subscribed && Boolean(stream.history_public_to_subscribers)
}

/**
 * Refuses unless the actor may post to the stream. For a bot whose key only its owner has, the owner's rights count
 * too.
 */
export async function assertMayPost(turn: Turn, { stream, subscribed }: AccessedStream): Promise<void> {
  if (mayPost(turn.actor, stream, subscribed, turn.now)) return
  const { actor, cached } = turn
  const owner = actor.bot_owner_id === null ? null : await cached(userById, actor.realm_id, actor.bot_owner_id)
  if (owner?.is_active && !(await cached(isLent, actor.id))) {
    const ownerSubscribed = (await cached(subscriberIds, stream.id)).has(owner.id)
    const asOwner: Account = { ...actor, role: owner.role, date_joined: owner.date_joined }
    if (mayPost(asOwner, stream, subscribed || ownerSubscribed, turn.now)) return
  }
  // Without the name of the stream, which an actor who only sent an id must not learn.
  throw refused('Not authorized to send to this stream', { reason: 'not_allowed' })
}

/** Codes of `stream_post_policy`. */
export const postPolicy = { everyone: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const

function mayPost(account: Account, stream: StreamRow, subscribed: boolean, now: number): boolean {
  const admitted = subscribed || stream.is_web_public || (!stream.invite_only && !isGuest(account))
  if (!admitted) return false
  switch (stream.stream_post_policy) {
    case postPolicy.administrators:
      return isAdministrator(account)
    case postPolicy.moderators:
      return isModerator(account)
    case postPolicy.fullMembers:
      return isFullMember(account, now)
    default:
      return true
  }
}
