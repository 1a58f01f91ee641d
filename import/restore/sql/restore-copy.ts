import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { version } from '../../command-line.ts'
import { ArchiveError } from '../../conversion.ts'
import type { Output, Outcome } from '../command.ts'
import { noOutcome } from '../command.ts'
import type { Contents } from '../contents.ts'
import { contentsOfCopy, inspectCopy, rebuildIndex, rowsIn, searchMessages } from './checks.ts'
import { chunksOf, openOrganizations } from './chunks.ts'
import { readCopy } from './copy.ts'
import { takeDirectory } from './directory.ts'
import { oldTextsFile, withOldTexts } from './old-texts.ts'
import { replaceDatabase, type Replacement } from './replacement.ts'
import { TargetDatabase } from './target.ts'

export interface CopyRestoreOptions extends Replacement {
  readonly file: string
  readonly isOver: boolean
}

/** Restores a copy of a database. What an earlier run has restored of it is not written again. */
export async function restoreCopy(options: CopyRestoreOptions, output: Output): Promise<Outcome> {
  const { file, database, scratch, isOver } = options
  const { progress } = output
  progress.begin('Reading', 0)
  const copy = await readCopy(file, scratch, (rows) => progress.add(rows))
  await withOldTexts(copy, oldTextsFile(file))
  const directory = takeDirectory(copy)
  progress.end()
  const contents = contentsIn(copy)
  const { people, streams, messages } = contents
  output.print(`A copy of a database with ${people} people, ${streams} streams and ${messages} messages.`)
  const target = new TargetDatabase(database)
  const snapshot = await nameOf(file)
  const { organizations, organizationsElsewhere, progress: before } = target.state()
  const isGoing = before?.snapshot === snapshot
  if (!isGoing) {
    if (organizations.length > 0 && !isOver)
      throw new ArchiveError(
        `The database has an organization already (${organizations.slice(0, 3).join(', ')}). With --over it is deleted first. Nothing was changed.`,
      )
    await replaceDatabase(target, { ...options, organizations, organizationsElsewhere, snapshot }, output)
  }
  load(target, copy, { chunks: isGoing ? before.chunks : 0, output })
  const reopened = openOrganizations(copy)
  // They are closed in the database, too, until all is there.
  copy.exec('update realm set deactivated = 1')
  progress.begin('Search', 0)
  rebuildIndex(database, messages)
  progress.begin('Checks', 0)
  const { contents: restored, samples } = inspectCopy(copy, database)
  const found = searchMessages(database, samples)
  target.finish([...directory, ...reopened])
  progress.end()
  return { ...noOutcome, snapshot: contents, restored, searched: found }
}

function contentsIn(copy: DatabaseSync): Contents {
  try {
    return contentsOfCopy(copy)
  } catch (error) {
    throw new ArchiveError(`The copy cannot be counted (${(error as Error).message}). It is damaged.`)
  }
}

/** Names a snapshot by its content, and by the release that cuts it into chunks. */
async function nameOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [file, oldTextsFile(file)].filter((one) => existsSync(one)))
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return `${hash.digest('hex')} ${version}`
}

function load(
  target: TargetDatabase,
  copy: DatabaseSync,
  { chunks, output }: { chunks: number; output: Output },
): void {
  output.progress.begin('Rows', rowsIn(copy))
  let number = 0
  for (const { rows, statements } of chunksOf(copy)) {
    number += 1
    if (number > chunks) target.add(statements)
    output.progress.add(rows)
  }
  output.progress.end()
}
