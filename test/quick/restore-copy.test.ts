/** Copies of databases are read as data: exactly, and nothing in them is run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { missingOf, type Contents } from '../../import/restore/contents.ts'
import { stringIdFor } from '../../import/restore/founding.ts'
import { snapshotKind } from '../../import/restore/kind.ts'
import { readRestoreOptions } from '../../import/restore/options.ts'
import { chunksOf } from '../../import/restore/sql/chunks.ts'
import { readCopy } from '../../import/restore/sql/copy.ts'
import { insertionIn, literal } from '../../import/restore/sql/values.ts'
import { longestWord } from '../../import/restore/words.ts'

const realm = `INSERT INTO "realm" ("id","string_id","name","description","date_created","deactivated","traffic_counted_to","settings","user_settings_defaults","icon_path","logo_path","night_logo_path","upload_space_used") VALUES(1,'acme','Acme','',1.5,0,0,'{}','{}',NULL,NULL,NULL,0);`

const backup = `INSERT INTO "realm_backup" ("id","acting_user_id","begun_at","folder","origin","messages","size","verified_at","failed_at","failure") VALUES(1,NULL,1.5,'backups/1/2026-a/','',0,1,2.5,NULL,NULL);`
const part = `INSERT INTO "realm_backup_part" ("backup_id","number","key","size","sha256") VALUES(1,1,'backups/1/2026-a/1',1,'00');`

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'rivulet-copy-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function read(content: string | Uint8Array): Promise<DatabaseSync> {
  const scratch = folder()
  const file = join(scratch, 'copy.sql')
  writeFileSync(file, content)
  return readCopy(file, scratch, () => undefined)
}

const hostile = oneof(
  string({ unit: 'binary' }),
  string({ unit: constantFrom('\\', 'n', 'r', '0', '1', '.', '\n', '\r', '\0', "'", ';', '-') }),
  constantFrom('BEGIN TRANSACTION;', 'COMMIT;', "replace('a','b',char(10))"),
)

test('a value that is written as SQL is read as it was, by this reader and by SQLite', () => {
  const database = new DatabaseSync(':memory:')
  assert(
    property(hostile, (text) => {
      const sql = literal(text)
      expect(sql).not.toMatch(/[\n\r\0]|BEGIN TRANSACTION/)
      expect(insertionIn({ text: `INSERT INTO "t" ("a") VALUES(${sql})`, line: 1 }).rows).toEqual([[text]])
      const { bytes } = database.prepare(`select cast(${sql} as blob) as bytes`).get()!
      expect(Buffer.from(bytes as Uint8Array).toString()).toBe(text)
    }),
  )
  for (const value of [null, 5n, -(2n ** 63n), 0.1, 1e300, -Infinity, Uint8Array.of(0, 255)])
    expect(insertionIn({ text: `insert into t (a, "b") values (${literal(value)}, NULL)`, line: 1 }).rows).toEqual([
      [value, null],
    ])
})

test('rows are cut into statements that D1 takes, however long their texts are', async () => {
  const long = `${'It’s 😀\n'.repeat(40_000)}\\n`
  const copy = await read(`${realm}\nINSERT INTO "event" ("id","told") VALUES(1,${literal(long)});\n`)
  const chunks = [...chunksOf(copy)]
  const statements = chunks.flatMap((chunk) => chunk.statements)
  expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(2)
  for (const statement of statements) expect(Buffer.byteLength(statement)).toBeLessThan(100_000)
  const restored = new DatabaseSync(':memory:')
  restored.exec(readFileSync('schema.sql', 'utf8'))
  for (const statement of statements) restored.exec(statement)
  expect(restored.prepare('select told from event').get()).toEqual({ told: long })
  // It is closed until all rows are there.
  expect(restored.prepare('select deactivated from realm').get()).toEqual({ deactivated: 1 })
})

test('rows of an older release come into the tables of this one', async () => {
  const names = [...realm.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  expect(names).toContain('realm')
  const copy = await read(
    [
      realm,
      `INSERT INTO "user" ("id","realm_id","delivery_email","email","full_name","name_key","role","bot_type","bot_owner_id","is_system_bot","is_active","date_joined","timezone","avatar_version","avatar_path","settings") VALUES(1,1,'a@b.c','a@b.c','Ada','ada',100,NULL,NULL,0,1,1,'',1,NULL,'{}');`,
      'INSERT INTO "read_word" ("user_id","word","bits") VALUES(1,0,6);',
      '',
    ].join('\n'),
  )
  expect(copy.prepare('select user_id, page, words from read_page').all()).toEqual([
    { user_id: 1, page: 0, words: '{"0":6}' },
  ])
  expect(copy.prepare('select sponsor_id, creator_id from user').all()).toEqual([
    { sponsor_id: null, creator_id: null },
  ])
})

test.each([
  ['a statement that changes something', `${realm}\ndrop table realm;\n`, 'Line 2 is no statement of a copy'],
  ['a select within values', realm.replace("'Acme'", '(select 1)'), 'something else than a constant'],
  ['a function', realm.replace("'Acme'", "load_extension('x')"), 'something else than a constant'],
  ['a table that no release has', `${realm}\nINSERT INTO "secrets" ("a") VALUES(1);`, 'the table secrets'],
  ['a column that no release has', realm.replace('"name"', '"nome"'), 'the column realm.nome'],
  ['rows of different columns', `${realm}\nINSERT INTO "realm" ("id") VALUES(2);`, 'Line 2 has other columns of realm'],
  ['too few values', realm.replace("'acme',", ''), '12 values for 13 columns'],
  ['the same row twice', `${realm}\n${realm}`, 'Line 2: realm cannot have this row'],
  ['an end within a statement', realm.slice(0, -20), 'it is not whole'],
  ['no end, where one was announced', `-- Rivulet copy {"tables":{"realm":["id"]}}\n`, 'ends too early'],
  ['another end', `${realm}\n-- Rivulet end {"rows":{"realm":2}}\n`, '1 rows of realm, but 2'],
  [
    'rows whose others are missing',
    `${realm}\nINSERT INTO "password" ("user_id","hash") VALUES(7,'x');`,
    '1 of password, whose user is missing',
  ],
  [
    'texts that are replaced again and again',
    realm.replace("'Acme'", 'replace('.repeat(50_000)),
    'within replacements',
  ],
  ['no number where one is', realm.replace('1.5,0,0', "1.5,'0 where 1',0"), 'realm.deactivated is no number'],
  [
    'a backup of another organization',
    `${realm}\n${backup.replace('backups/1/', 'backups/2/')}`,
    'realm_backup.folder is no folder of the backups',
  ],
  ['all backups as one', `${realm}\n${backup.replace('2026-a/', '')}`, 'realm_backup.folder is no folder'],
  ['a backup beside others', `${realm}\n${backup.replace('2026-a', '../2')}`, 'realm_backup.folder is no folder'],
  [
    'a part of a backup that is a file',
    `${realm}\n${backup}\n${part.replace('backups/1/2026-a/1', 'uploads/2/secret')}`,
    'realm_backup_part.key is not in the folder of its backup',
  ],
  ['no text', new Uint8Array([45, 45, 255, 254, 10]), 'is no text in UTF-8'],
  ['nothing of Rivulet', 'INSERT INTO "posts" ("id") VALUES(1);\n', 'no copy of a database of Rivulet'],
])('a copy with %s is refused', async (_what, content, message) => {
  await expect(read(content)).rejects.toThrow(message)
})

test('a copy with a backup is read', async () => {
  const copy = await read(`${realm}\n${backup}\n${part}\n`)
  expect(copy.prepare('select key from realm_backup_part').all()).toEqual([{ key: 'backups/1/2026-a/1' }])
})

test('what a statement of a schema creates is left out, and so are tables of D1 and of the index', async () => {
  const copy = await read(
    [
      'PRAGMA defer_foreign_keys=TRUE;',
      'CREATE TABLE realm (\n  id integer primary key -- it\'s; "an" id\n);',
      realm,
      'INSERT INTO "d1_migrations" ("id") VALUES(1);',
      'INSERT INTO "message_search_config" ("k","v") VALUES(\'version\',4);',
      '',
    ].join('\n'),
  )
  expect(copy.prepare('select name from realm').all()).toEqual([{ name: 'Acme' }])
})

test('a snapshot is told by its content', async () => {
  const place = folder()
  for (const [content, kind] of [
    [realm, 'copy'],
    ['\n-- Rivulet copy {}', 'copy'],
    ['\u001f\u008b', 'archive'],
  ] as const) {
    writeFileSync(join(place, 'snapshot'), content)
    expect(await snapshotKind(join(place, 'snapshot'))).toBe(kind)
  }
  expect(await snapshotKind(place)).toBe('archive')
  await expect(snapshotKind(join(place, 'none'))).rejects.toThrow('There is no file or folder')
})

test.each([
  [['a.sql', 'b.sql'], 'is one too many'],
  [[], 'Which snapshot?'],
  [['a', '--over'], 'Over which database?'],
  [['a', '--database', 'DB'], 'Say --remote, or --local.'],
  [['a', '--database', 'DB', '--remote', '--local'], 'Say --remote, or --local.'],
  [['a', '--database', 'DB', '--remote', '--persist-to', 'x'], '--persist-to is for a local database'],
  [['a', '--local'], 'Which database?'],
  [['a', '--site', 'http://chat.example.com'], 'unencrypted'],
  [['a', '--user', 'ada@example.com'], 'The key of the owner is missing'],
  [['a', '--user', 'a@b.c', '--owner-email', 'a@b.c'], 'but not both'],
  [['a', '--frob'], "Unknown option '--frob'"],
])('the command refuses %s', (args, message) => {
  expect(() => readRestoreOptions(args, {})).toThrow(message)
})

test('the first part of the host name follows from the address, the former address, or the name', () => {
  expect(stringIdFor('https://acme.chat.example.com', 'https://old.example.com', 'The Name')).toBe('acme')
  expect(stringIdFor('http://localhost:8787', 'https://old.example.com', 'The Name')).toBe('old')
  expect(stringIdFor('http://127.0.0.1:8787', 'Rivulet', 'Thé Näme!')).toBe('the-na-me')
  expect(stringIdFor('http://localhost', '', '潮')).toBe('restored')
})

const contents = (messages: number, marks: number): Contents => ({
  people: 2,
  streams: 1,
  topics: 1,
  messages,
  private_messages: 0,
  files: 0,
  reactions: 0,
  subscriptions: 2,
  marks,
})

test('missing rows are counted, and rows added meanwhile are not', () => {
  expect(missingOf(contents(10, 3), contents(8, 5))).toEqual({ messages: 2 })
})

test('a word to search for is the longest one of letters alone', () => {
  expect(longestWord('The watchkeeper’s log of tide123 was barnacled')).toBe('barnacled')
  expect(longestWord('1 ✔ :)')).toBeNull()
})
