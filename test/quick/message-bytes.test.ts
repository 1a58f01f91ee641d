/** How many bytes of the database a message takes, because a free database of D1 has 500 MB (docs/cost.md, Bytes). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Fragment } from '../../src/core/sql/sql'
import type { NewMessage } from '../../src/messages/queries'
import { insertMessage, storedMessage } from '../../src/messages/writes'
import { unevenMessages } from '../kit/uneven-messages'

const schema = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')

const messages = 20_000
/** As many share a commit, which is what a team writes in some busy seconds. */
const messagesOfCommit = 10

/** Bytes of each table and index of messages for one message, as sent one by one. */
function bytesOf(more: Partial<NewMessage> = {}): Record<string, number> {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma foreign_keys = off')
  database.exec(schema)
  const statements = new Map<string, StatementSync>()
  const run = ({ text, values }: Fragment) => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    statement.run(...toBound(values))
  }
  for (const message of unevenMessages({ first: 1, last: messages, more })) {
    if (message.id % messagesOfCommit === 1) database.exec('begin')
    for (const write of insertMessage(storedMessage(message, { uses_short_forms: 1 }))) run(write)
    if (message.id % messagesOfCommit === 0) database.exec('commit')
  }
  const sizes = database.prepare(
    `select name, sum(pgsize) as bytes from dbstat where name glob 'message*' group by name`,
  )
  return Object.fromEntries(sizes.all().map(({ name, bytes }) => [name as string, Number(bytes) / messages]))
}

/** D1 binds booleans as integers. */
const toBound = (values: Fragment['values']): SQLInputValue[] =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : value))

const sum = (bytes: Record<string, number>): number => Object.values(bytes).reduce((total, one) => total + one, 0)

test(
  'a message of 95 characters without markup takes at most 290 bytes, with its indexes and the search',
  { timeout: 120_000 },
  () => {
    const bytes = bytesOf()

    expect(sum(bytes), JSON.stringify(bytes)).toBeLessThanOrEqual(290)
    expect(bytes['message_search_data'], JSON.stringify(bytes)).toBeLessThan(95)
  },
)
