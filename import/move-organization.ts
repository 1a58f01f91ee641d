/**
 * `npm run move-organization -- https://acme.chat.example.com DB_2`: moves an organization to another database of the same deployment
 * (docs/deploy.md, Moving an organization to another database).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { RelocationStatus } from '../src/core/relocation/command.ts'
import { runCommand, status, version } from './command-line.ts'
import { UsageError } from './options.ts'
import { printAside } from './printing.ts'
import { HttpSite, NetworkError, Refusal } from './site.ts'

const help = `npm run move-organization -- ADDRESS [DATABASE] [options]

Moves the organization at ADDRESS to DATABASE, such as DB_2, and prints how far it is until the organization is there.
Without DATABASE, it only prints how far a move is. The server does the work: if the command ends, the move goes on.

  --setup-token TOKEN  the setup token of the deployment; better in the environment, as RIVULET_SETUP_TOKEN
  --give-up            give the move up, and have the copy deleted
  --help               print this

Exit status: 0 done, 1 failed, 2 wrong usage.
`

/** Seconds between two requests for the progress of the move. */
const askSeconds = 10

/** The command ends after this many requests in a row have failed. */
const maxFailures = 10

function describe({ database, phase, target, ...progress }: RelocationStatus): string {
  const failure = progress.failure === null ? '' : `; last failure: ${progress.failure}`
  const at = progress.next_at === null ? '' : new Date(progress.next_at * 1000).toISOString().slice(0, 16)
  const { rows, tables, all_tables, changes } = progress
  if (phase === null) return `The organization is in ${database}, and does not move.`
  const texts = {
    copying: `Copying to ${target}: ${tables} of ${all_tables} tables, ${rows} rows, ${changes} changes left; it goes there after ${at} UTC`,
    switching: `Going to ${target}`,
    cancelling: `Deleting the copy in ${target}`,
    leaving: `The organization is in ${database}. Its former rows are deleted after ${at} UTC`,
  }
  return `${texts[phase]}${failure}`
}

await runCommand('move-organization', async () => {
  const { values, positionals } = parseOptions(process.argv.slice(2))
  if (values.help) {
    process.stdout.write(help)
    return status.done
  }
  const [address, database, ...others] = positionals
  const token = values['setup-token'] ?? process.env['RIVULET_SETUP_TOKEN']
  if (address === undefined || others.length > 0)
    throw new UsageError('Which organization? Give its address, and the database to which it moves.')
  if (token === undefined) throw new UsageError('Give the setup token, as RIVULET_SETUP_TOKEN or by --setup-token.')
  if (!URL.canParse(address)) throw new UsageError(`${address} is no address such as https://acme.chat.example.com.`)
  const site = new HttpSite({
    origin: new URL(address).origin,
    email: '',
    key: '',
    userAgent: `Rivulet-move-organization/${version}`,
    signal: new AbortController().signal,
  })
  const ask = async (more: Record<string, unknown> = {}): Promise<RelocationStatus> =>
    (await site.ask('POST', '/realm/relocation', { setup_token: token, ...more })) as unknown as RelocationStatus
  let progress = await ask({ ...(database !== undefined && { database }), give_up: values['give-up'] })
  process.stdout.write(`${describe(progress)}\n`)
  if (database === undefined && !values['give-up']) return status.done
  for (let failures = 0; progress.phase !== null && progress.phase !== 'leaving';) {
    await pause(askSeconds * 1000)
    try {
      progress = await ask()
      failures = 0
      process.stdout.write(`${describe(progress)}\n`)
    } catch (error) {
      const isPassing = error instanceof NetworkError || (error instanceof Refusal && error.status >= 429)
      if (!isPassing || (failures += 1) > maxFailures) throw error
      printAside(error.message)
    }
  }
  return status.done
})

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'setup-token': { type: 'string' },
        'give-up': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
