import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addressesIn } from './address-list.ts'
import { kindNames } from './kinds.ts'
import { siteOrigin } from './site.ts'

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

/** The organization that the archive is imported into. */
export interface Target {
  readonly origin: string
  readonly email: string
  readonly key: string
}

export interface Options {
  readonly file: string
  /** Null for a dry run. */
  readonly target: Target | null
  /** The address of the person who runs the import; null if a dry run was not told it. */
  readonly ownAddress: string | null
  readonly addresses: ReadonlyMap<string, string>
  readonly waitsForDays: boolean
  readonly from: string | null
  readonly team: string | null
  readonly keepsRoles: boolean
  readonly isJson: boolean
}

export const help = `Imports the archive of a team into an organization that was just created.

  npm run import -- FILE --dry-run
  npm run import -- FILE --site https://chat.example.com --user owner@example.com --api-key KEY

FILE is a zip, a tar.gz or a folder: a full export of Rivulet, or what another chat exports (docs/moving-in.md).

  --dry-run         say what is in the archive, and what the import would do
  --site URL        the address of the organization
  --user EMAIL      an owner of the organization
  --api-key KEY     their key; better in the environment, as RIVULET_API_KEY
  --users MAP.CSV   addresses of people whose archive has none: a name or id, and the address, in each line
  --from KIND       the kind of the archive, if it is not recognized: ${kindNames.join(', ')}
  --team NAME       the team to take, if the archive has several
  --keep-roles      let owners of the archive become owners; else they become administrators
  --no-pace         import in one go; the server refuses that unless its IMPORT_DAILY_ROWS is off
  --json            print nothing but a last line with counts
  --help            print this

If it is interrupted, run the same command again: it goes on where it stopped.
Exit status: 0 done, 1 failed, 2 wrong usage, 3 interrupted.
`

const maxListBytes = 16 * 1024 ** 2

/** The options of the command; null: only help is wanted. Throws a `UsageError`. */
export function readOptions(args: string[], environment: Readonly<Record<string, string | undefined>>): Options | null {
  const { values, positionals } = parseOptions(args)
  if (values.help) return null
  const [file, ...others] = positionals
  if (file === undefined) throw new UsageError('Which archive? Name a file or a folder.')
  if (others.length > 0) throw new UsageError(`One archive at a time: ${JSON.stringify(others[0])} is one too many.`)
  const { from = null, team = null } = values
  if (from !== null && !kindNames.includes(from))
    throw new UsageError(`--from ${JSON.stringify(from)} is no kind of archive. There are ${kindNames.join(', ')}.`)
  return {
    file,
    target: values['dry-run'] ? null : targetOf(values, environment),
    ownAddress: values.user ?? null,
    addresses: values.users === undefined ? new Map() : readAddresses(values.users),
    waitsForDays: !values['no-pace'],
    from,
    team,
    keepsRoles: values['keep-roles'] ?? false,
    isJson: values.json ?? false,
  }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        site: { type: 'string' },
        user: { type: 'string' },
        'api-key': { type: 'string' },
        users: { type: 'string' },
        from: { type: 'string' },
        team: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'no-pace': { type: 'boolean' },
        'keep-roles': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function targetOf(
  { site, user, 'api-key': given }: { site?: string; user?: string; 'api-key'?: string },
  environment: Readonly<Record<string, string | undefined>>,
): Target {
  const key = given ?? environment['RIVULET_API_KEY'] ?? ''
  if (site === undefined) throw new UsageError('Into which organization? Name its address by --site, or try --dry-run.')
  if (user === undefined) throw new UsageError('As whom? Name the address of an owner by --user.')
  if (key === '') throw new UsageError('The key of the owner is missing: give it as RIVULET_API_KEY, or by --api-key.')
  const result = siteOrigin(site)
  if ('problem' in result) throw new UsageError(result.problem)
  return { origin: result.origin, email: user, key }
}

function readAddresses(path: string): ReadonlyMap<string, string> {
  let text: string
  try {
    if (statSync(path).size > maxListBytes) throw new Error('it is larger than 16 MiB')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--users ${path}: ${(error as Error).message}`)
  }
  const result = addressesIn(text)
  if ('problem' in result) throw new UsageError(`--users ${path}: ${result.problem}`)
  return result.addresses
}
