import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientNamed, storedClient } from '../../src/messages/stored-client'

const short = { uses_short_forms: 1 }

const wayBack = readFileSync(join(import.meta.dirname, '../../dev/run/back-to-1.0.0.sql'), 'utf8')

/** The column of clients after the script for the way back. */
function afterWayBack(stored: readonly string[]): unknown[] {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    create table realm (uses_short_forms integer);
    create table message (id integer primary key, client text, content text, rendered_content text)`)
  const insert = database.prepare(`insert into message (client, content, rendered_content) values (?, '', '')`)
  for (const client of stored) insert.run(client)
  database.exec(wayBack)
  return database
    .prepare('select client from message order by id')
    .all()
    .map(({ client }) => client)
}

const known = ['Mozilla', 'website', 'Internal', 'Unspecified', 'ZulipMobile', 'ZulipPython', 'ZulipTerminal', 'node']
const names = fc.oneof(
  fc.constantFrom(...known),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ maxLength: 1 }),
)

test('the names of frequent clients take one byte, and all names are read as they were', () => {
  expect(known.map((name) => storedClient(name, short).length)).toEqual(known.map(() => 1))
  fc.assert(
    fc.property(names, (name) => {
      expect(clientNamed(storedClient(name, short))).toBe(name.replaceAll(/\p{Cc}/gu, ''))
    }),
  )
})

test('no client gets the name of another by control characters', () => {
  const characters = Array.from({ length: 32 }, (_, code) => String.fromCodePoint(code))

  expect(characters.map((name) => storedClient(name, short))).toEqual(characters.map(() => ''))
})

test('while the Worker of release 1.0.0 reads messages, names are stored in full, and those who return to it get them back', () => {
  const full = known.map((name) => storedClient(name, { uses_short_forms: 0 }))
  expect(full).toEqual(known)

  const all = Array.from({ length: 31 }, (_, code) => String.fromCodePoint(code + 1))
  expect(afterWayBack([...all, 'Tide'])).toEqual([...all.map(clientNamed), 'Tide'])
})
