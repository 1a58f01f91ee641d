import { parseArgs } from 'node:util'
import { UsageError, type Target } from '../options.ts'
import { siteOrigin } from '../site.ts'

export interface BackupOptions {
  readonly folder: string
  readonly target: Target
  readonly isEverything: boolean
  readonly waitsForDays: boolean
  readonly replaces: boolean
  readonly allowsShrinking: boolean
  readonly isJson: boolean
}

export const help = `Copies an organization into a folder on this machine, as an archive that npm run import reads.
What the folder has already is not fetched again (docs/deploy.md).

  npm run backup -- DIR --site https://chat.example.com --user owner@example.com --api-key KEY

  --site URL        the address of the organization
  --user EMAIL      an owner of the organization
  --api-key KEY     their key; better in the environment, as RIVULET_API_KEY
  --everything      also private data of people who have not allowed it, if the organization lets owners have it
  --no-wait         do not wait for the next day when as much was read as a day may
  --allow-shrinking go on although the organization has lost more than half of its people, messages or files
  --replace         go on although the organization was restored to an earlier state, or is at another address
  --json            print nothing but a last line with counts
  --help            print this

DIR always has the archive of the last run that came to its end. If a run is interrupted, run the same command again.
Exit status: 0 done, 1 failed, 2 wrong usage, 3 interrupted.
`

/** The options of the command; null: only help is wanted. Throws a `UsageError`. */
export function readOptions(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): BackupOptions | null {
  const { values, positionals } = parseOptions(args)
  if (values.help) return null
  const [folder, ...others] = positionals
  if (folder === undefined) throw new UsageError('Into which folder? Name it.')
  if (others.length > 0) throw new UsageError(`One folder at a time: ${JSON.stringify(others[0])} is one too many.`)
  const key = values['api-key'] ?? environment['RIVULET_API_KEY'] ?? ''
  if (values.site === undefined) throw new UsageError('Which organization? Name its address by --site.')
  if (values.user === undefined) throw new UsageError('The owner is missing: give an email address as --user.')
  if (key === '') throw new UsageError('The key of the owner is missing: give it as RIVULET_API_KEY, or by --api-key.')
  const site = siteOrigin(values.site)
  if ('problem' in site) throw new UsageError(site.problem)
  return {
    folder,
    target: { origin: site.origin, email: values.user, key },
    isEverything: values.everything ?? false,
    waitsForDays: !values['no-wait'],
    replaces: values.replace ?? false,
    allowsShrinking: values['allow-shrinking'] ?? false,
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
        everything: { type: 'boolean' },
        'no-wait': { type: 'boolean' },
        replace: { type: 'boolean' },
        'allow-shrinking': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
