import { spawnSync } from 'node:child_process'
import { ArchiveError } from '../conversion.ts'
import type { Patience } from '../patience.ts'
import { NetworkError, type HttpSite } from '../site.ts'
import type { Output } from './command.ts'
import { replaceDatabase, type Replacement } from './sql/replacement.ts'
import { TargetDatabase } from './sql/target.ts'

/** Deletes the organizations of a deployment, so that one can be founded anew. The objects, which know them, restart. */
export async function emptyDeployment(
  options: Replacement & { readonly origin: string },
  { site, patience }: { site: HttpSite; patience: Patience },
  output: Output,
): Promise<void> {
  const target = new TargetDatabase(options.database)
  const { organizations, progress } = target.state()
  const { isRemote } = options.database.options
  const isEmpty = organizations.length === 0 && progress === null
  if (!isEmpty && !isRemote && (await answers(site)))
    throw new ArchiveError(
      `Stop the server at ${options.origin} first, because it knows the former organization. Nothing was changed.`,
    )
  if (!isEmpty) await replaceDatabase(target, { ...options, organizations, snapshot: null }, output)
  if (isRemote && !isEmpty) deploy(output)
  if (isRemote || (await answers(site))) return
  output.print('The database is empty. Start the server again; the command waits for it.')
  await patience.until(() => askAnything(site))
}

async function answers(site: HttpSite): Promise<boolean> {
  return askAnything(site).then(
    () => true,
    () => false,
  )
}

/** Any answer shows that a server is there, also a refusal. */
async function askAnything(site: HttpSite): Promise<void> {
  try {
    await site.ask('GET', '/server_settings')
  } catch (error) {
    if (error instanceof NetworkError) throw error
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
