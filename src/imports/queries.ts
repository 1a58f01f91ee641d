import type { ChapterName, Manifest, RealmRecord } from '../archive/records'
import type { Sql } from '../core/sql/sql'
import { refused } from '../core/base/errors'
import type { FileKind } from './schema'
import type { Ranges } from './ranges'

/** What an import was begun with. */
export interface Plan {
  manifest: Manifest
  /** Null: the organization keeps its name and settings. */
  realm: RealmRecord | null
  /** Whether people may become owners, as they are in the archive. */
  keep_roles: boolean
}

/** Kinds of ids, each with its own series. */
export type Counter = keyof Manifest['last_ids']

/** Ids here by ids in the archive, where these do not correspond. */
export type Aliases = Partial<Record<Counter, Record<string, number>>>

/** Batches of a chapter that were written. */
export interface DoneChapter {
  numbers: Ranges
  records: number
}

export interface Import {
  id: number
  realm_id: number
  owner_id: number
  plan: Plan
  aliases: Aliases
  /** Owners of bots that have not been imported yet, by the id of the bot. */
  bot_owners: Record<string, number>
  done: Partial<Record<ChapterName, DoneChapter>>
  files_done: Partial<Record<FileKind, Ranges>>
  started_at: number
  finished_at: number | null
  stopped_at: number | null
}

type ImportRow = { [N in keyof Import]: Import[N] extends number | null ? Import[N] : string }

const parseImport = (row: ImportRow): Import => ({
  ...row,
  plan: JSON.parse(row.plan) as Plan,
  aliases: JSON.parse(row.aliases) as Aliases,
  bot_owners: JSON.parse(row.bot_owners) as Import['bot_owners'],
  done: JSON.parse(row.done) as Import['done'],
  files_done: JSON.parse(row.files_done) as Import['files_done'],
})

/** The imports of an organization, the newest first. */
export async function importsOf(sql: Sql, realm_id: number): Promise<Import[]> {
  const rows = await sql`
    select id, realm_id, owner_id, plan, aliases, bot_owners, done, files_done, started_at, finished_at, stopped_at
    from realm_import
    where realm_id = ${realm_id}
    order by id desc
  `.all<ImportRow>()
  return rows.map(parseImport)
}

/** One import, or a refusal. */
export async function accessImport(sql: Sql, realm_id: number, id: number): Promise<Import> {
  const found = (await importsOf(sql, realm_id)).find((one) => one.id === id)
  if (found === undefined) throw refused('There is no such import', { status: 404, reason: 'not_found' })
  return found
}

/** An import that still runs, or a refusal. */
export async function accessOpenImport(sql: Sql, realm_id: number, id: number): Promise<Import> {
  const found = await accessImport(sql, realm_id, id)
  if (!isOpen(found)) throw refused('The import has ended')
  return found
}

export const isOpen = ({ finished_at, stopped_at }: Pick<Import, 'finished_at' | 'stopped_at'>): boolean =>
  finished_at === null && stopped_at === null

/** Whether an import runs in the organization. */
export async function isImporting(sql: Sql, realm_id: number): Promise<boolean> {
  const row = await sql`
    select 1 as one from realm_import
    where realm_id = ${realm_id} and finished_at is null and stopped_at is null
    limit 1
  `.first()
  return row !== null
}
