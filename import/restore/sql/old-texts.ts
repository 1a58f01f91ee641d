import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ArchiveError } from '../../conversion.ts'
import type { RetryPatience } from '../../patience.ts'
import type { Site } from '../../site.ts'
import type { D1Database } from './database.ts'
import { statementsOf } from './statements.ts'
import { headOf, insertionIn, literal } from './values.ts'

/** The file with the texts that a copy of the database lacks, because an object has them (docs/deploy.md, Texts of old messages). */
export const oldTextsFile = (copy: string): string => `${copy.replace(/\.sql$/i, '')}.old-texts.ndjson`

/** What a row has in the place of its HTML if an object has its texts: the number of their bytes, as in `>190` (`src/old-texts/mark.ts`). */
const mark = { inText: /^>(\d+)$/, inSql: "rendered_content glob '>[0-9]*'" }

/** Ids of the organization with number n begin after n - 1 such blocks (`src/core/sql/ids.ts`). */
const idsOfOrganization = 2 ** 32

const organizationOf = ({ id }: MarkedRow): number => Math.floor(id / idsOfOrganization)

/** A row whose text an object has. */
interface MarkedRow {
  readonly id: number
  readonly last_edit_at: number | null
  /** Bytes of its content and its HTML. */
  readonly bytes: number
}

/** The rows of an export of the database whose texts objects have, in the order of their ids. */
export async function markedRows(file: string): Promise<MarkedRow[]> {
  const marked: MarkedRow[] = []
  for await (const statement of statementsOf(file)) {
    if (headOf(statement.text)?.table !== 'message') continue
    const { columns, rows } = insertionIn(statement)
    const [id, html, edited] = ['id', 'rendered_content', 'last_edit_at'].map((name) => columns.indexOf(name))
    for (const row of rows) {
      const bytes = mark.inText.exec(String(row[html!]))?.[1]
      if (bytes === undefined) continue
      const last_edit_at = row[edited!] ?? null
      marked.push({
        id: Number(row[id!]),
        last_edit_at: last_edit_at === null ? null : Number(last_edit_at),
        bytes: Number(bytes),
      })
    }
  }
  return marked.toSorted((a, b) => a.id - b.id)
}

const textRecord = z.object({
  id: z.int(),
  last_edit_at: z.number().nullable(),
  content: z.string(),
  rendered_content: z.string(),
})

type TextRecord = z.infer<typeof textRecord>

const answer = z.object({ old_texts: z.array(textRecord) })

/** Limits of one request for texts. */
const maxOfRequest = { texts: 500, bytes: 2_000_000 }

/** Seconds for which the key of a copy is good. */
const keySeconds = 24 * 3600

export interface OldTextSource {
  readonly site: Site
  readonly patience: RetryPatience
}

/**
 * Writes the texts of these rows into a file. The server gives them to whoever can write to its database, so this writes the hash of a
 * key there first. Answers how many of the texts the object no longer has, because somebody changed or deleted their messages since the
 * export.
 */
export async function writeOldTexts(
  path: string,
  rows: readonly MarkedRow[],
  { site, patience, database }: OldTextSource & { readonly database: D1Database },
): Promise<number> {
  const key = randomBytes(16).toString('hex')
  const hash = literal(createHash('sha256').update(key).digest('hex'))
  database.query(
    'delete from operator_key where expires_at <= unixepoch()',
    `insert into operator_key (key_hash, expires_at) values (${hash}, unixepoch() + ${keySeconds})`,
  )
  const file = await open(path, 'w', 0o600)
  try {
    let missing = 0
    for (const part of requestsOf(rows)) {
      const params = { operator_key: key, message_ids: part.map(({ id }) => id) }
      const { old_texts } = answer.parse(await patience.until(() => site.ask('POST', '/operator/old_texts', params)))
      missing += await writePart(file, part, old_texts)
    }
    await file.write(`${JSON.stringify({ texts: rows.length - missing })}\n`)
    await file.sync()
    return missing
  } finally {
    await file.close()
    database.query(`delete from operator_key where key_hash = ${hash}`)
  }
}

async function writePart(file: FileHandle, rows: readonly MarkedRow[], found: readonly TextRecord[]): Promise<number> {
  const texts = new Map(found.map((text) => [text.id, text]))
  const lines = rows.flatMap(({ id, last_edit_at }) => {
    const text = texts.get(id)
    return text?.last_edit_at === last_edit_at ? [`${JSON.stringify(text)}\n`] : []
  })
  await file.write(lines.join(''))
  return rows.length - lines.length
}

/** The rows in parts, one for each request. A part has rows of one organization only. */
function* requestsOf(rows: readonly MarkedRow[]): Generator<MarkedRow[]> {
  let part: MarkedRow[] = []
  let bytes = 0
  for (const row of rows) {
    const isFull = part.length === maxOfRequest.texts || bytes + row.bytes > maxOfRequest.bytes
    if (part.length > 0 && (isFull || organizationOf(part[0]!) !== organizationOf(row))) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += row.bytes
  }
  if (part.length > 0) yield part
}

const endRecord = z.object({ texts: z.int() })

/**
 * Writes the texts of the file into the rows of the copy that lack theirs. Then the copy says of no text that it is in an object. The
 * server moves them again later. Throws if texts are missing.
 */
export async function withOldTexts(copy: DatabaseSync, path: string): Promise<void> {
  const count = (): number =>
    Number(copy.prepare(`select count(*) as amount from message where ${mark.inSql}`).get()!['amount'])
  const expected = count()
  if (expected > 0) {
    await fillIn(copy, path)
    const missing = count()
    if (missing > 0)
      throw new ArchiveError(
        `${path} lacks the texts of ${missing} of ${expected} messages. It belongs to another copy.`,
      )
  }
  copy.exec(
    'update realm set old_texts_up_to = 0; delete from returned_text; delete from old_text_removal; delete from operator_key',
  )
}

async function fillIn(copy: DatabaseSync, path: string): Promise<void> {
  const update = copy.prepare(
    `update message set content = ?, rendered_content = ? where id = ? and last_edit_at is ? and ${mark.inSql}`,
  )
  let texts = 0
  let end: number | null = null
  copy.exec('begin')
  for await (const line of linesOf(path)) {
    const record = parseRecord(line, path)
    if (end !== null) throw new ArchiveError(`${path} goes on after its last line. The file is damaged.`)
    if ('texts' in record) end = record.texts
    else {
      const { id, last_edit_at, content, rendered_content } = record
      update.run(content, rendered_content, id, last_edit_at)
      texts += 1
    }
  }
  copy.exec('commit')
  if (end === null) throw new ArchiveError(`${path} ends too early: its last line is missing.`)
  if (end !== texts) throw new ArchiveError(`${path} has ${texts} texts, but ${end} by its last line. It is damaged.`)
}

const anyRecord = z.union([textRecord, endRecord])

function parseRecord(line: string, path: string): z.infer<typeof anyRecord> {
  try {
    return anyRecord.parse(JSON.parse(line))
  } catch {
    throw new ArchiveError(`${path} has a line that "npm run dump" does not write. The file is damaged.`)
  }
}

/** The lines of a file. Does not use `readline`, which also ends lines at U+2028 and U+2029, and texts may have these. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const piece of createReadStream(path, 'utf8')) {
      const lines = (rest + (piece as string)).split('\n')
      rest = lines.pop()!
      yield* lines
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ArchiveError(
      `The copy has messages without their texts, which belong to it in a file of their own. Put it at ${path}.`,
    )
  }
  if (rest !== '') yield rest
}
