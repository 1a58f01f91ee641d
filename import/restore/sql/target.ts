import { ArchiveError } from '../../conversion.ts'
import type { D1Database, Row } from './database.ts'
import { directoryTable, entriesElsewhere, keepingDirectory } from './directory.ts'
import { areTables, currentSchema, droppableTables } from './schema-ages.ts'
import { quotedName } from './values.ts'

/** Says which snapshot is being restored, and how many of its chunks are there. It goes when all of it is there. */
const progressTable = 'restore_progress'

/** What a database has before it is restored. */
export interface TargetState {
  /** Names of organizations. */
  readonly organizations: readonly string[]
  /** Organizations in other databases that it has in its directory. */
  readonly organizationsElsewhere: number
  /** A restore that was not finished. */
  readonly progress: { readonly snapshot: string; readonly chunks: number } | null
}

/** The database that a snapshot goes into. */
export class TargetDatabase {
  readonly database: D1Database
  private readonly ownTables = droppableTables()

  constructor(database: D1Database) {
    this.database = database
  }

  /** Looks at it. Refuses a database of another program. */
  state(): TargetState {
    const [rows] = this.database.query(`select name from sqlite_schema where ${areTables}`)
    const tables = rows!.map(({ name }) => String(name))
    const foreign = tables.filter((name) => !this.ownTables.includes(name) && name !== progressTable)
    if (foreign.length > 0)
      throw new ArchiveError(
        `The database has tables that are not of Rivulet (${foreign.slice(0, 3).join(', ')}). Is it the right one? Nothing was changed.`,
      )
    const [organizations, elsewhere, progress] = this.database.query(
      `select ${tables.includes('realm') ? 'name from realm order by id' : "'' as name where false"}`,
      tables.includes(directoryTable) ? entriesElsewhere : 'select 0 as amount',
      `select ${tables.includes(progressTable) ? `snapshot, chunks from ${progressTable}` : "'' as snapshot where false"}`,
    )
    const begun = progress![0]
    return {
      organizations: organizations!.map(({ name }) => String(name)),
      organizationsElsewhere: Number(elsewhere![0]!['amount']),
      progress: begun === undefined ? null : { snapshot: String(begun['snapshot']), chunks: Number(begun['chunks']) },
    }
  }

  /**
   * Empties the database to the schema of this release. Its directory keeps the organizations in other databases, which nothing else
   * knows. `snapshot`: what is going to be restored into it.
   */
  empty(snapshot: string | null): void {
    const objects = this.database.query(
      `select type, name, sql from sqlite_schema where type = 'view' or type = 'table' and (${areTables} or sql like 'create virtual%')`,
    )[0]!
    const drops = objects
      .toSorted((a, b) => this.rankOf(a) - this.rankOf(b))
      .map(({ type, name }) => `drop ${type} ${quotedName(String(name))}`)
    const replacing = [...drops, currentSchema.replace(/;\s*$/, '')]
    const hasDirectory = objects.some(({ name }) => name === directoryTable)
    this.database.run([
      'pragma defer_foreign_keys = true',
      ...(hasDirectory ? keepingDirectory(replacing) : replacing),
      ...(snapshot === null
        ? []
        : [
            `create table ${progressTable} (snapshot text not null, chunks integer not null)`,
            `insert into ${progressTable} values ('${snapshot}', 0)`,
          ]),
    ])
  }

  add(statements: readonly string[]): void {
    this.database.run([
      'pragma defer_foreign_keys = true',
      ...statements,
      `update ${progressTable} set chunks = chunks + 1`,
    ])
  }

  /** Runs the last statements, after which nothing tells of the restore. */
  finish(statements: readonly string[]): void {
    this.database.run([...statements, `drop table ${progressTable}`])
  }

  /** Views go first, then the search index, then tables, each before those that it refers to. */
  private rankOf({ type, name, sql }: Row): number {
    if (type === 'view') return 0
    return /^create virtual/i.test(String(sql)) ? 1 : 2 + this.ownTables.indexOf(String(name))
  }
}
