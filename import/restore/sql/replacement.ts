import { dirname, join } from 'node:path'
import { ArchiveError } from '../../conversion.ts'
import { systemClock } from '../../clock.ts'
import { version } from '../../command-line.ts'
import { Interruption } from '../../patience.ts'
import type { Output } from '../command.ts'
import { oldTextSource } from '../old-text-source.ts'
import { askForConfirmation } from '../terminal.ts'
import type { D1Database } from './database.ts'
import { DatabaseError } from './database.ts'
import { dump } from './dump.ts'
import type { TargetDatabase, TargetState } from './target.ts'

/** How what is in a database is deleted. */
export interface Replacement {
  readonly file: string
  /** The server that has the texts of old messages; null: its address was not given. */
  readonly origin: string | null
  readonly database: D1Database
  readonly scratch: string
  readonly makesDump: boolean
  readonly isConfirmed: boolean
}

/** Empties a database to the schema of this release. If there is an organization, it is copied first, and somebody says yes. */
export async function replaceDatabase(
  target: TargetDatabase,
  options: Replacement & Pick<TargetState, 'organizations' | 'organizationsElsewhere'> & { snapshot: string | null },
  output: Output,
): Promise<void> {
  const { organizations, organizationsElsewhere, snapshot, isConfirmed, makesDump } = options
  if (organizations.length > 0) {
    const { name, isRemote } = target.database.options
    const question = `This deletes everything that is in the ${isRemote ? 'deployed' : 'local'} database ${name}: ${organizations.join(', ')}.`
    if (!isConfirmed && !(await askForConfirmation(question, name))) throw new Interruption('Nothing was changed.')
    if (makesDump) await dumpBeside(options, output)
  }
  if (organizationsElsewhere > 0)
    output.print(`Its directory keeps the organizations that are in other databases (${organizationsElsewhere}).`)
  try {
    target.empty(snapshot)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new ArchiveError(
      `The database could not be emptied, and is as it was. Create another one (npx wrangler d1 create), enter it in wrangler.toml, and restore into that.\n${error.message}`,
    )
  }
}

async function dumpBeside({ file, origin, database, scratch }: Replacement, output: Output): Promise<void> {
  const time = new Date(systemClock.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const dumpPath = join(dirname(file), `before-restore-${time}.sql`)
  output.progress.begin('Copying', 0)
  try {
    const oldTexts = origin === null ? null : oldTextSource(origin)
    const { rows } = await dump({ database, file: dumpPath, scratch, madeBy: `Rivulet ${version}`, oldTexts })
    output.print(`What was there is in ${dumpPath} (${rows} rows).`)
  } catch (error) {
    throw new ArchiveError(
      `What is there could not be copied, so nothing was deleted. With --no-dump it is deleted without a copy.\n${(error as Error).message}`,
    )
  }
}
