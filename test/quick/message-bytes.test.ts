/** How many bytes of the database a message takes, because a free database of D1 has 500 MB (docs/cost.md, Bytes). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { newCarriedToken } from '../../src/core/turn/change'
import type { Fragment } from '../../src/core/sql/sql'
import type { NewMessage } from '../../src/messages/queries'
import { insertMessage } from '../../src/messages/writes'

const schema = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')

const messages = 6000
/** As many share a commit, which is what a team writes in some busy seconds. */
const messagesOfCommit = 10
const textBytes = 95

/** Numbers from 0 to 1, the same in every run (a linear congruential generator). */
function numbers(): () => number {
  let state = 12_345
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

/** A word for each number; small numbers, which are frequent, have short ones. */
function wordOf(number: number): string {
  let word = ''
  for (let rest = number + 85; rest > 0; rest = Math.floor(rest / 85))
    word += 'tnshrdlcmfpgwybvk'[rest % 17]! + 'eaoiu'[Math.floor(rest / 17) % 5]!
  return word
}

/** Messages of 100 people: 60 % in 50 streams with up to 500 topics, the others direct; all are as uneven as usual. */
function* conversation(more: Partial<NewMessage>): Generator<NewMessage> {
  const chance = numbers()
  const uneven = (maximum: number) => Math.floor(maximum ** chance())
  for (let id = 1; id <= messages; id += 1) {
    const words = Array.from({ length: 40 }, () => wordOf(uneven(20_000)))
    const content = words.join(' ').slice(0, textBytes).trimEnd().padEnd(textBytes, 'x')
    const is_private = chance() < 0.4
    yield {
      id,
      event_id: id * 3,
      sender_id: uneven(100),
      recipient_id: is_private ? 100 + uneven(300) : uneven(50),
      is_private,
      topic: is_private ? '' : `the topic ${uneven(500)}`,
      content,
      rendered_content: `<p>${content}</p>`,
      sent_at: 1_790_000_000 + id * 30,
      client: 'website',
      is_me_message: false,
      links: { has_link: false, has_image: false, has_attachment: false },
      wildcard_mentioned: false,
      submessages: null,
      queue_id: null,
      local_id: null,
      commit_token: newCarriedToken(),
      ...more,
    }
  }
}

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
  for (const message of conversation(more)) {
    if (message.id % messagesOfCommit === 1) database.exec('begin')
    for (const write of insertMessage(message, { uses_short_forms: 1 })) run(write)
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
  'a message of 95 characters without markup takes at most 300 bytes, with its indexes and the search',
  { timeout: 120_000 },
  () => {
    const bytes = bytesOf()

    expect(sum(bytes), JSON.stringify(bytes)).toBeLessThanOrEqual(300)
    expect(bytes['message_search_data'], JSON.stringify(bytes)).toBeLessThan(100)
  },
)
