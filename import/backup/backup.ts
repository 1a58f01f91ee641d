/** `npm run backup`: copies an organization into a folder on this machine (docs/deploy.md). */
import { resolve } from 'node:path'
import type { Manifest } from '../../src/archive/records.ts'
import { systemClock } from '../clock.ts'
import { runCommand, status, terminal, version } from '../command-line.ts'
import { ArchiveError } from '../conversion.ts'
import { amount, count, size } from '../numbers.ts'
import { Interruption, RetryPatience } from '../patience.ts'
import { print } from '../printing.ts'
import { Progress } from '../progress.ts'
import { HttpSite } from '../site.ts'
import { Copier, noTotals, type Totals } from './copier.ts'
import { CopyFolder } from './copy-folder.ts'
import { help, readOptions, type BackupOptions } from './options.ts'
import { RemoteCopy } from './remote-copy.ts'

/** As of exports (src/exports/export-types.ts). */
const exportTypes = { consented: 2, everything: 3 } as const

class Command {
  private readonly options: BackupOptions
  private readonly progress: Progress
  private readonly stop = new AbortController()
  private totals: Totals = noTotals()

  constructor(options: BackupOptions) {
    this.options = options
    this.progress = new Progress(options.isJson ? null : terminal, systemClock)
  }

  async run(): Promise<number> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.interrupt())
    const folder = new CopyFolder(resolve(this.options.folder))
    try {
      await this.copyInto(folder)
    } catch (error) {
      this.progress.end()
      this.printSummary(false)
      throw error
    } finally {
      folder.close()
    }
    this.print(resultText(this.totals, this.options.folder))
    this.printSummary(true)
    return status.done
  }

  private async copyInto(folder: CopyFolder): Promise<void> {
    const { target, waitsForDays, isEverything, replaces, allowsShrinking } = this.options
    const { progress } = this
    const { signal } = this.stop
    progress.begin('Checking', 0)
    const damaged = await folder.check(() => progress.add(1))
    progress.end()
    if (damaged > 0) progress.say(`${amount(damaged, 'part')} of the copy had been lost or damaged.`)
    const remote = await RemoteCopy.begin(isEverything ? exportTypes.everything : exportTypes.consented, {
      site: new HttpSite({ ...target, userAgent: `Rivulet-backup/${version}`, signal }),
      patience: new RetryPatience({ clock: systemClock, signal, waitsForDays, onWait: (wait) => progress.wait(wait) }),
      clock: systemClock,
      signal,
    })
    if (!replaces) assertFollows(remote.manifest, folder.manifest)
    const mayShrink = replaces || allowsShrinking
    const copier = new Copier({ folder, remote, progress, mayShrink, currentTimeMs: () => systemClock.now() })
    this.totals = copier.totals
    await copier.run()
  }

  private interrupt(): void {
    if (this.stop.signal.aborted) process.exit(status.interrupted)
    this.stop.abort(new Interruption('Stopped.'))
  }

  private print(text: string): void {
    if (!this.options.isJson) print(text)
  }

  private printSummary(isDone: boolean): void {
    if (this.options.isJson) print(JSON.stringify({ ...this.totals, done: isDone }))
  }
}

/** Refuses to overwrite the copy of another organization, or of a later state of this one. */
function assertFollows(remote: Manifest, stored: Manifest | null): void {
  if (stored === null) return
  if (stored.origin !== remote.origin)
    throw new ArchiveError(
      `The folder has a copy of ${stored.origin}, and this is ${remote.origin}. Name another folder, or use --replace if it moved.`,
    )
  const { message, user } = stored.last_ids
  if (remote.last_ids.message < message || remote.last_ids.user < user)
    throw new ArchiveError(
      'The folder has newer messages or people than the organization. Was it restored to an earlier state? Keep the folder elsewhere, then use --replace.',
    )
}

function resultText(totals: Totals, folder: string): string {
  const { people, streams, messages, files, fetched_parts, unchanged_parts, bytes, missing_files } = totals
  const lines = [
    `${folder} has ${amount(people, 'person|people')}, ${amount(streams, 'stream')}, ${amount(messages, 'message')} and ${amount(files, 'file')}.`,
    `${amount(fetched_parts, 'part')} fetched, ${count(unchanged_parts)} unchanged; ${size(bytes)}.`,
  ]
  if (missing_files > 0) lines.push(`The server has lost the content of ${amount(missing_files, 'file')}.`)
  return lines.join('\n')
}

/** Runs the command. Returns the exit status. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options !== null) return new Command(options).run()
  process.stdout.write(help)
  return status.done
}

await runCommand('backup', main)
