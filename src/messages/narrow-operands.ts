import type { Account } from '../accounts/account'
import { mostSingleLookups } from '../core/turn/query-cache'
import type { Sql } from '../core/sql/sql'
import type { Names } from '../narrow/conditions'
import { badNarrow, type Term } from '../narrow/terms'
import { mayReadHistory } from '../streams/access'
import { archivedStream, streamById, streamByName } from '../streams/queries'
import { isSubscribed } from '../subscriptions/queries'
import { peopleNamed, userByEmail, userById } from '../users/queries'
import { conversationOf, memberKey } from './queries'

type Operand = Term['operand']

/** Looks up everything that the terms of a narrow name, all at once. */
export async function namesOf(sql: Sql, viewer: Account, terms: readonly Term[]): Promise<Names> {
  const found = new Map<Term, unknown>()
  await Promise.all(terms.map(async (term) => found.set(term, await lookUp(sql, viewer, term))))
  const of =
    <T>(operator: string) =>
    (operand: Operand): T =>
      found.get(terms.find((term) => term.operator === operator && term.operand === operand)!) as T
  return {
    stream: of('stream'),
    sender: of('sender'),
    companion: of('group-pm-with'),
    conversation: of('pm-with'),
  }
}

async function lookUp(sql: Sql, viewer: Account, { operator, operand }: Term): Promise<unknown> {
  switch (operator) {
    case 'stream':
      return namedStream(sql, viewer, operand)
    case 'sender':
    case 'group-pm-with':
      return namedUser(sql, viewer, operand as string | number)
    case 'pm-with':
      return namedConversation(sql, viewer, operand as string | number[])
    default:
      return undefined
  }
}

async function namedStream(sql: Sql, viewer: Account, operand: Operand): Promise<{ id: number; readable: boolean }> {
  const stream =
    typeof operand === 'number'
      ? await streamById(sql, viewer.realm_id, operand)
      : await streamByName(sql, viewer.realm_id, String(operand))
  if (stream === null) return { id: await archived(sql, viewer, operand), readable: false }
  const subscribed = await isSubscribed(sql, viewer.id, stream.id)
  return { id: stream.id, readable: mayReadHistory(viewer, stream, subscribed) }
}

/** What one had received in a stream before it was archived can still be looked at. */
async function archived(sql: Sql, { realm_id }: Account, operand: Operand): Promise<number> {
  const id = await archivedStream(sql, realm_id, typeof operand === 'number' ? operand : String(operand))
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
    named.length > mostSingleLookups
      ? await manyUsers(sql, viewer, named)
      : await Promise.all(named.map((one) => namedUser(sql, viewer, one)))
  return conversationOf(sql, memberKey([...new Set([viewer.id, ...user_ids])]))
}

/** In one read. */
async function manyUsers(sql: Sql, { realm_id }: Account, named: number[] | string[]): Promise<number[]> {
  const found = await peopleNamed(sql, realm_id, named, { systemBots: true })
  if (found.length < named.length) throw badNarrow('unknown user')
  return found.map(({ id }) => id)
}
