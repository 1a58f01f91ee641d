import type { Account } from '../accounts/account'
import { maxSingleLookups } from '../core/turn/query-cache'
import type { Sql } from '../core/sql/sql'
import { parseSearch } from '../narrow/search'
import { badNarrow, type ResolvedTerm, type Term } from '../narrow/terms'
import { mayReadContent, mayReadHistory } from '../streams/access'
import { archivedStream, streamById, streamByName } from '../streams/queries'
import { isSubscribed, wasInArchived } from '../subscriptions/queries'
import { peopleNamed, userByEmail, userById } from '../users/queries'
import { conversationOf, memberKey } from './queries'

/** Looks up everything that the terms of a narrow name, in parallel. */
export const resolveTerms = (sql: Sql, viewer: Account, terms: readonly Term[]): Promise<ResolvedTerm[]> =>
  Promise.all(terms.map((term) => resolveTerm(sql, viewer, term)))

async function resolveTerm(sql: Sql, viewer: Account, term: Term): Promise<ResolvedTerm> {
  const { negated } = term
  switch (term.operator) {
    case 'stream':
      return { operator: 'stream', ...(await namedStream(sql, viewer, term.operand)), negated }
    case 'sender':
    case 'group-pm-with':
      return { operator: term.operator, user_id: await namedUser(sql, viewer, term.operand), negated }
    case 'pm-with':
      return { operator: 'pm-with', conversation_id: await namedConversation(sql, viewer, term.operand), negated }
    case 'search':
      return { operator: 'search', search: parseSearch(term.query), negated }
    default:
      return term
  }
}

async function namedStream(
  sql: Sql,
  viewer: Account,
  named: string | number,
): Promise<{ stream_id: number; readable: boolean; hasAccess: boolean }> {
  const { realm_id } = viewer
  const stream =
    typeof named === 'number' ? await streamById(sql, realm_id, named) : await streamByName(sql, realm_id, named)
  if (stream === null) {
    const stream_id = await archivedStreamId(sql, viewer, named)
    return { stream_id, readable: false, hasAccess: await wasInArchived(sql, viewer.id, stream_id) }
  }
  const subscribed = await isSubscribed(sql, viewer.id, stream.id)
  return {
    stream_id: stream.id,
    readable: mayReadHistory(viewer, stream, subscribed),
    hasAccess: mayReadContent(viewer, stream, subscribed),
  }
}

/** The id of an archived stream: users can still see what they received there. */
async function archivedStreamId(sql: Sql, { realm_id }: Account, named: string | number): Promise<number> {
  const id = await archivedStream(sql, realm_id, named)
  if (id === null) throw badNarrow('unknown stream')
  return id
}

async function namedUser(sql: Sql, { realm_id }: Account, named: string | number): Promise<number> {
  const user =
    typeof named === 'number' ? await userById(sql, realm_id, named) : await userByEmail(sql, realm_id, named.trim())
  if (user === null) throw badNarrow('unknown user')
  return user.id
}

async function namedConversation(sql: Sql, viewer: Account, operand: string | number[]): Promise<number | null> {
  const named = typeof operand === 'string' ? operand.split(',').filter((email) => email.trim() !== '') : operand
  if (named.length === 0) throw badNarrow('unknown user')
  const user_ids =
    named.length > maxSingleLookups
      ? await manyUsers(sql, viewer, named)
      : await Promise.all(named.map((one) => namedUser(sql, viewer, one)))
  return conversationOf(sql, memberKey([...new Set([viewer.id, ...user_ids])]))
}

/** Looks all of them up in one query. */
async function manyUsers(sql: Sql, { realm_id }: Account, named: number[] | string[]): Promise<number[]> {
  const found = await peopleNamed(sql, realm_id, named, { systemBots: true })
  if (found.length < named.length) throw badNarrow('unknown user')
  return found.map(({ id }) => id)
}
