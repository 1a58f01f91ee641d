import { spawnSync } from 'node:child_process'
import { ArchiveError } from '../conversion.ts'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { systemClock } from '../clock.ts'
import { Interruption } from '../patience.ts'
import type { Output } from './command.ts'
import { replaceDatabase, type Replacement } from './sql/replacement.ts'
import { TargetDatabase } from './sql/target.ts'

/** Deletes the organizations of a deployment, so that one can be founded again. The objects, which know them, restart. */
export async function emptyDeployment(
  options: Replacement & { readonly origin: string; readonly signal: AbortSignal },
  output: Output,
): Promise<void> {
  const target = new TargetDatabase(options.database)
  const { organizations, organizationsElsewhere, progress } = target.state()
  const { isRemote } = options.database.options
  const isEmpty = organizations.length === 0 && progress === null
  if (!isEmpty && !isRemote && (await answers(options)))
    throw new ArchiveError(
      `Stop the server at ${options.origin} first, because it knows the former organization. Nothing was changed.`,
    )
  if (!isEmpty)
    await replaceDatabase(target, { ...options, organizations, organizationsElsewhere, snapshot: null }, output)
  if (isRemote && !isEmpty) deploy(output)
  if (isRemote || (await answers(options))) return
  output.print('The database is empty. Start the server again; the command waits for it.')
  await untilStarted(options)
}

/** A server that is just starting may take a connection and never answer on it, so each request has little time. */
const probeTimeoutMs = 5_000
const probePauseMs = 500
const startTimeoutMs = 10 * 60_000

async function untilStarted(server: LocalServer): Promise<void> {
  const deadline = systemClock.now() + startTimeoutMs
  while (!(await answers(server))) {
    if (systemClock.now() > deadline)
      throw new Interruption(`No server has answered at ${server.origin} for 10 minutes.`)
    await systemClock.sleep(probePauseMs, server.signal).catch(() => {
      throw new Interruption('Stopped.')
    })
  }
}

interface LocalServer {
  readonly origin: string
  readonly signal: AbortSignal
}

/** Whether a server is there. Any answer shows that, also a refusal. */
async function answers({ origin, signal }: LocalServer): Promise<boolean> {
  try {
    await fetchLocally(new URL('/api/v1/server_settings', origin), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]),
    })
    return true
  } catch {
    return false
  }
}

/** `npm run deploy`, which restarts all objects. */
function deploy(output: Output): void {
  output.print('Deploying, so that the server forgets the former organization.')
  const { status } = spawnSync('npm', ['run', 'deploy'], { stdio: ['ignore', 2, 2] })
  if (status !== 0)
    throw new ArchiveError(
      'The database is empty, but the deployment failed. Mend it, and run the same command again: it goes on.',
    )
}
