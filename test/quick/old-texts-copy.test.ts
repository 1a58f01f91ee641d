/** The texts of old messages beside a copy of a database: which rows lack theirs, how they are asked for, and how rows get them back. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../import/clock.ts'
import { RetryPatience } from '../../import/patience.ts'
import type { Site } from '../../import/site.ts'
import type { D1Database } from '../../import/restore/sql/database.ts'
import { markedRows, oldTextsFile, withOldTexts, writeOldTexts } from '../../import/restore/sql/old-texts.ts'
import { literal } from '../../import/restore/sql/values.ts'

const schema = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivulet-old-texts-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const insertion = (id: number, html: string, edited: number | null = null): string =>
  `INSERT INTO "message" ("id","content","rendered_content","last_edit_at") VALUES(${id},'',${literal(html)},${edited ?? 'NULL'});\n`

const block = 2 ** 32

test('rows whose texts are not in the database are found, and no others', async () => {
  const file = join(folder(), 'export.sql')
  const rows = [
    insertion(9, '>190'),
    insertion(3, '>7', 5),
    insertion(4, '='),
    insertion(5, '<p>&gt;190</p>'),
    insertion(6, '>x'),
  ]
  writeFileSync(file, `${rows.join('')}INSERT INTO "draft" ("id","content") VALUES(1,'>190');\n`)

  expect(await markedRows(file)).toEqual([
    { id: 3, last_edit_at: 5, bytes: 7 },
    { id: 9, last_edit_at: null, bytes: 190 },
  ])
})

test('texts are requested by organization, in parts, with a key that is valid only during the copy', async () => {
  const path = join(folder(), 'copy.old-texts.ndjson')
  const requests: { operator_key: string; message_ids: number[] }[] = []
  const queries: string[] = []
  const site = {
    ask(_: string, __: string, params: { operator_key: string; message_ids: number[] }) {
      requests.push(params)
      const old_texts = params.message_ids
        .filter((id) => id !== 2)
        .map((id) => ({ id, last_edit_at: id === 3 ? 8 : null, content: `text \u2028 ${id}`, rendered_content: '=' }))
      return Promise.resolve({ old_texts })
    },
  } as unknown as Site
  const database = { query: (...statements: string[]) => queries.push(...statements) && [] } as unknown as D1Database
  const { signal } = new AbortController()
  const patience = new RetryPatience({ clock: systemClock, signal, waitsForDays: false, onWait: () => undefined })
  const rows = [1, 2, 3, block + 1, block + 2].map((id) => ({
    id,
    last_edit_at: null,
    bytes: id === block + 2 ? 3_000_000 : 10,
  }))

  const missing = await writeOldTexts(path, rows, { site, patience, database })

  expect(requests.map(({ message_ids }) => message_ids)).toEqual([[1, 2, 3], [block + 1], [block + 2]])
  // Of the second, there is no text any more; of the third, only that of a later state.
  expect(missing).toBe(2)
  expect(queries[1]).toMatch(/^insert into operator_key .*'[0-9a-f]{64}'/)
  expect(queries.at(-1)).toMatch(/^delete from operator_key/)
  expect(requests[0]!.operator_key).toMatch(/^[0-9a-f]{32}$/)
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(5)
  expect(readFileSync(path, 'utf8')).toMatch(/\{"texts":3\}\n$/)
})

const text = (id: number, content = `text \u2028 of ${id}`, last_edit_at: number | null = null): string =>
  `${JSON.stringify({ id, last_edit_at, content, rendered_content: '=' })}\n`

/** A copy with the messages 1, 2 (edited) and 3, of which the last one has its text. */
function copy(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`pragma foreign_keys = off; ${schema}`)
  database.exec(`
    insert into realm (id, string_id, name, date_created, old_texts_up_to) values (1, 'acme', 'Acme', 0, 2);
    insert into old_text_removal values (1, '[[3,null]]');
    insert into returned_text values (3, 5);
    insert into operator_key values ('00', 5)`)
  for (const [id, html, edited] of [
    [1, '>12', null],
    [2, '>12', 7],
    [3, '<p>own</p>', null],
  ] as const)
    database
      .prepare(
        `insert into message (id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client, event_id, last_edit_at)
        values (?, 1, 1, 0, 't', 't', '', ?, 0, 'x', ?, ?)`,
      )
      .run(id, html, id, edited)
  return database
}

test('rows get their texts back, and nothing refers to an object any longer', async () => {
  const path = join(folder(), 'copy.old-texts.ndjson')
  writeFileSync(path, `${text(1)}${text(2, 'edited', 7)}${text(3, 'not its own')}{"texts":3}\n`)
  const database = copy()

  await withOldTexts(database, path)

  const rows = database.prepare('select id, content, rendered_content from message order by id').all()
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: 1, content: 'text \u2028 of 1', rendered_content: '=' },
    { id: 2, content: 'edited', rendered_content: '=' },
    { id: 3, content: '', rendered_content: '<p>own</p>' },
  ])
  for (const table of ['returned_text', 'old_text_removal', 'operator_key'])
    expect(database.prepare(`select count(*) as amount from ${table}`).get()).toMatchObject({ amount: 0 })
  expect(database.prepare('select old_texts_up_to from realm').get()).toMatchObject({ old_texts_up_to: 0 })
})

test.each([
  ['that is missing', null, /in a file of their own/],
  ['that ends too early', text(1), /ends too early/],
  ['with fewer texts than it says', `${text(1)}{"texts":2}\n`, /damaged/],
  ['that goes on after its end', `${text(1)}{"texts":1}\n${text(2)}`, /goes on/],
  ['of another copy', `${text(1)}${text(2, 'of another state', 8)}{"texts":2}\n`, /another copy/],
  ['with something else', 'texts\n', /damaged/],
])('a copy is refused with a file %s', async (_, content, reason) => {
  const path = join(folder(), oldTextsFile('copy.sql'))
  if (content !== null) writeFileSync(path, content)

  await expect(withOldTexts(copy(), path)).rejects.toThrow(reason)
})
