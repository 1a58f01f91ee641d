import { bookmarkPrefix } from './bookmarks'

/** Name of the binding of a database: the first one is `DB`, further ones are `DB_2`, `DB_3`, … */
export type DatabaseName = string

/** The database that every deployment has. It has the directory, too (docs/decisions/0052-several-databases.md). */
export const firstDatabase: DatabaseName = 'DB'

const isFurther = (name: string): boolean => /^DB_\d+$/.test(name)

const numberOf = (name: DatabaseName): number => (name === firstDatabase ? 1 : Number(name.slice(3)))

/** Whether the deployment has more than one database. */
export const hasSeveralDatabases = (env: Env): boolean => Object.keys(env).some(isFurther)

/** Names of the databases that the deployment has, in the order of their numbers. */
export const databaseNames = (env: Env): DatabaseName[] =>
  [firstDatabase, ...Object.keys(env).filter(isFurther)].toSorted((a, b) => numberOf(a) - numberOf(b))

/** The database of this name. Throws if the deployment does not have it, because it was taken out of `wrangler.toml`. */
export function databaseNamed(env: Env, name: DatabaseName): D1Database {
  const database =
    isFurther(name) || name === firstDatabase
      ? (env as unknown as Partial<Record<string, D1Database>>)[name]
      : undefined
  if (database === undefined) throw new Error(`An organization is in the database ${name}, which is not bound`)
  return database
}

/** The part of a database that runs statements and knows bookmarks. */
export type Source = Pick<D1Database, 'prepare' | 'batch' | 'withSession'>

/** Where a realm is: its database, and how often it has moved to another one. */
export interface RealmDatabase {
  readonly name: DatabaseName
  readonly moves: number
}

/**
 * The database of a realm. If the realm has moved, its bookmarks say so: a session that begins at a bookmark of a former database begins
 * at the latest state instead.
 */
export function sourceOf(env: Env, { name, moves }: RealmDatabase): Source {
  const database = databaseNamed(env, name)
  const prefix = bookmarkPrefix(moves)
  if (prefix === '') return database
  return {
    prepare: (query) => database.prepare(query),
    batch: (statements) => database.batch(statements),
    withSession(from) {
      const isBookmark = from !== undefined && from !== 'first-primary' && from !== 'first-unconstrained'
      const start = !isBookmark ? from : from.startsWith(prefix) ? from.slice(prefix.length) : 'first-primary'
      const session = database.withSession(start)
      return {
        prepare: (query: string) => session.prepare(query),
        batch: <T>(statements: D1PreparedStatement[]) => session.batch<T>(statements),
        getBookmark() {
          const bookmark = session.getBookmark()
          return bookmark === null ? null : `${prefix}${bookmark}`
        },
      }
    },
  }
}
