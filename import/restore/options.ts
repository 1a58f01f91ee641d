import { parseArgs } from 'node:util'
import { UsageError } from '../options.ts'
import { siteOrigin } from '../site.ts'
import type { DatabaseOptions } from './sql/database.ts'

/** Whom the command founds the organization for, or logs in as. */
export interface OwnerOptions {
  readonly email: string
  /** Null: it is asked for. */
  readonly password: string | null
  readonly name: string | null
  readonly setupToken: string | null
  /** First part of the host name of the organization; null: it follows from the site and the snapshot. */
  readonly stringId: string | null
}

export interface RestoreOptions {
  readonly file: string
  readonly origin: string | null
  /** An owner of an organization that is there; null: the command founds one. */
  readonly login: { readonly email: string; readonly key: string } | null
  readonly owner: OwnerOptions | null
  readonly database: DatabaseOptions | null
  /** Whether what is there is deleted. */
  readonly isOver: boolean
  readonly makesDump: boolean
  readonly isConfirmed: boolean
  readonly waitsForDays: boolean
  readonly isJson: boolean
}

export interface DumpCommandOptions {
  readonly file: string
  /** Address of the server, which has the texts of old messages. */
  readonly origin: string | null
  readonly database: DatabaseOptions
  readonly isJson: boolean
}

export const restoreHelp = `Brings an organization back from a snapshot (docs/deploy.md, Restoring).

An archive (a full export, a backup; tar.gz or folder), into an organization that was just created:

  npm run restore -- SNAPSHOT --site https://chat.example.com --user OWNER@EXAMPLE.COM --api-key KEY

or into a deployment without an organization:

  npm run restore -- SNAPSHOT --site https://chat.example.com --owner-email OWNER@EXAMPLE.COM [--setup-token TOKEN]

A copy of the database (npm run dump, or wrangler d1 export) into an empty database:

  npm run restore -- COPY.SQL --database rivulet --remote

  --site URL             the address of the organization
  --user EMAIL           an owner who is there already
  --api-key KEY          their key; better in the environment, as RIVULET_API_KEY
  --owner-email EMAIL    your address: the command creates the organization, and you are its owner
  --owner-password TEXT  your password there; better in RIVULET_OWNER_PASSWORD, or typed when it is asked for
  --owner-name NAME      your name, if the snapshot does not have your address
  --setup-token TOKEN    the secret of the deployment; better in RIVULET_SETUP_TOKEN
  --string-id NAME       first part of the host name of the organization, such as acme
  --database NAME        the D1 database, by its name or binding in wrangler.toml
  --local, --remote      where the database is
  --persist-to DIR       folder of a local database, as of npm start
  --over                 delete what is in the database first, after a copy of it was made and you said yes (--site names the
                         server, if texts of old messages are not in the database)
  --no-dump              make no such copy
  --yes                  do not ask
  --no-pace              restore in one go; the server refuses that unless its IMPORT_DAILY_ROWS is off
  --json                 print nothing but a last line with counts
  --help                 print this

If it is interrupted, run the same command again: it goes on where it stopped.
Exit status: 0 done, 1 failed or something is missing, 2 wrong usage, 3 interrupted.
`

export const dumpHelp = `Copies all rows of the database of a deployment into a file (docs/deploy.md, Backups).

  npm run dump -- FILE.SQL --database rivulet --remote

  --database NAME     the D1 database, by its name or binding in wrangler.toml
  --local, --remote   where the database is
  --persist-to DIR    folder of a local database, as of npm start
  --site URL          the address of the server, if texts of old messages are not in the database: they go into a file beside FILE.SQL
  --json              print nothing but a last line with counts
  --help              print this

The file has everything, also hashes of passwords and keys. npm run restore brings it back.
`

const databaseOptions = {
  database: { type: 'string' },
  local: { type: 'boolean' },
  remote: { type: 'boolean' },
  'persist-to': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

type Environment = Readonly<Record<string, string | undefined>>

/** The options of `npm run restore`; null: only help is wanted. Throws a `UsageError`. */
export function readRestoreOptions(args: string[], environment: Environment): RestoreOptions | null {
  const { values, positionals } = parseOrFail(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...databaseOptions,
        site: { type: 'string' },
        user: { type: 'string' },
        'api-key': { type: 'string' },
        'owner-email': { type: 'string' },
        'owner-password': { type: 'string' },
        'owner-name': { type: 'string' },
        'setup-token': { type: 'string' },
        'string-id': { type: 'string' },
        over: { type: 'boolean' },
        'no-dump': { type: 'boolean' },
        yes: { type: 'boolean' },
        'no-pace': { type: 'boolean' },
      },
    }),
  )
  if (values.help) return null
  const key = values['api-key'] ?? environment['RIVULET_API_KEY'] ?? ''
  const { user, 'owner-email': ownerEmail } = values
  if (user !== undefined && ownerEmail !== undefined)
    throw new UsageError('Either the organization is there (--user), or it is created (--owner-email), but not both.')
  if (user !== undefined && key === '')
    throw new UsageError('The key of the owner is missing: give it as RIVULET_API_KEY, or by --api-key.')
  const database = databaseOf(values)
  const isOver = values.over ?? false
  if (isOver && database === null) throw new UsageError('Over which database? Name it by --database.')
  return {
    file: onlyFile(positionals, 'Which snapshot? Name a file or a folder.'),
    origin: values.site === undefined ? null : originOf(values.site),
    login: user === undefined ? null : { email: user, key },
    owner:
      ownerEmail === undefined
        ? null
        : {
            email: ownerEmail,
            password: values['owner-password'] ?? environment['RIVULET_OWNER_PASSWORD'] ?? null,
            name: values['owner-name'] ?? null,
            setupToken: values['setup-token'] ?? environment['RIVULET_SETUP_TOKEN'] ?? null,
            stringId: values['string-id'] ?? null,
          },
    database,
    isOver,
    makesDump: !values['no-dump'],
    isConfirmed: values.yes ?? false,
    waitsForDays: !values['no-pace'],
    isJson: values.json ?? false,
  }
}

/** The options of `npm run dump`; null: only help is wanted. Throws a `UsageError`. */
export function readDumpOptions(args: string[]): DumpCommandOptions | null {
  const { values, positionals } = parseOrFail(() =>
    parseArgs({ args, allowPositionals: true, options: { ...databaseOptions, site: { type: 'string' } } }),
  )
  if (values.help) return null
  const database = databaseOf(values)
  if (database === null) throw new UsageError('Which database? Name it by --database.')
  return {
    file: onlyFile(positionals, 'Into which file? Name one.'),
    origin: values.site === undefined ? null : originOf(values.site),
    database,
    isJson: values.json ?? false,
  }
}

function parseOrFail<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function onlyFile([file, ...others]: string[], question: string): string {
  if (file === undefined) throw new UsageError(question)
  if (others.length > 0) throw new UsageError(`One at a time: ${JSON.stringify(others[0])} is one too many.`)
  return file
}

function originOf(site: string): string {
  const result = siteOrigin(site)
  if ('problem' in result) throw new UsageError(result.problem)
  return result.origin
}

function databaseOf(values: {
  database?: string
  local?: boolean
  remote?: boolean
  'persist-to'?: string
}): DatabaseOptions | null {
  const { database: name, local = false, remote = false, 'persist-to': folder = null } = values
  if (name === undefined) {
    if (local || remote || folder !== null) throw new UsageError('Which database? Name it by --database.')
    return null
  }
  if (name.startsWith('-')) throw new UsageError(`${JSON.stringify(name)} is no name of a database.`)
  if (local === remote) throw new UsageError('Where is the database? Say --remote, or --local.')
  if (remote && folder !== null) throw new UsageError('--persist-to is for a local database.')
  return { name, isRemote: remote, folder }
}
