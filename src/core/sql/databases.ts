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
