/** `npm run restore`: brings an organization back from a snapshot (docs/deploy.md, Restoring). */
import { systemClock } from '../clock.ts'
import { runCommand, status } from '../command-line.ts'
import { UsageError, type Target } from '../options.ts'
import { Interruption, RetryPatience } from '../patience.ts'
import { printAside } from '../printing.ts'
import { scratchFolder } from '../scratch.ts'
import { readArchive, type ReadArchive, type SendingOptions } from '../transfer.ts'
import { isUnderWay, restoreArchive } from './archive.ts'
import { isWhole, noOutcome, Output, type Outcome } from './command.ts'
import { foundOrLogIn, logIn, openSite, type Founder } from './founding.ts'
import { snapshotKind } from './kind.ts'
import { lossesOfArchive, lossesOfCopy } from './losses.ts'
import { readRestoreOptions, restoreHelp, type RestoreOptions } from './options.ts'
import { emptyDeployment } from './over.ts'
import { D1Database, type DatabaseOptions } from './sql/database.ts'
import { restoreCopy } from './sql/restore-copy.ts'
import { secret } from './terminal.ts'

class Command {
  private readonly options: RestoreOptions
  private readonly output: Output
  private readonly stop = new AbortController()
  private readonly scratch = scratchFolder()
  private isSending = false

  constructor(options: RestoreOptions) {
    this.options = options
    this.output = new Output(options.isJson)
  }

  async run(): Promise<number> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.interrupt())
    const kind = await snapshotKind(this.options.file)
    let outcome: Outcome = noOutcome
    try {
      outcome = kind === 'copy' ? await this.restoreCopy() : await this.restoreArchive()
    } catch (error) {
      this.output.progress.end()
      this.output.printSummary(outcome, false)
      throw error
    }
    this.output.printComparison(outcome)
    this.output.print(`\n${kind === 'copy' ? lossesOfCopy : lossesOfArchive}`)
    if (kind === 'copy')
      this.output.print(
        '\nNow run npm run deploy (or start the local server), so that the server reads the restored database.',
      )
    this.output.printSummary(outcome, isWhole(outcome))
    return isWhole(outcome) ? status.done : status.failed
  }

  private async restoreCopy(): Promise<Outcome> {
    const { database, origin, login, owner } = this.options
    if (database === null)
      throw new UsageError(
        'This is a copy of a database. Into which database? Name it by --database, with --remote or --local.',
      )
    if (login !== null || owner !== null || (origin !== null && !this.options.isOver))
      throw new UsageError(
        'This is a copy of a database. It is restored by --database alone, without a site or an owner.',
      )
    return restoreCopy(this.replacing(database), this.output)
  }

  private replacing(database: DatabaseOptions) {
    return { ...this.options, scratch: this.scratch, database: new D1Database(database, this.scratch) }
  }

  private async restoreArchive(): Promise<Outcome> {
    const { file, origin, login, owner, isOver, database } = this.options
    if (origin === null)
      throw new UsageError('This is an archive. Into which organization? Name its address by --site.')
    if (login === null && owner === null)
      throw new UsageError(
        'The owner is missing: give --user if the organization exists, or --owner-email to create it.',
      )
    if (isOver && owner === null)
      throw new UsageError('With --over the organization is created anew: name its owner by --owner-email.')
    if (database !== null && !isOver) throw new UsageError('--database is for --over, or for a copy of a database.')
    const { progress } = this.output
    const reading = { file, from: 'rivulet', addresses: new Map<string, string>(), team: null, keepsRoles: true }
    const ownAddress = login?.email ?? owner!.email
    const archive = await readArchive({ ...reading, ownAddress }, { scratch: this.scratch, progress })
    const target = login === null ? await this.targetOf(origin, archive) : { origin, ...login }
    this.isSending = true
    return restoreArchive(archive, this.sending(target), this.output)
  }

  /** The organization that the command founds, or has founded in an earlier run. */
  private async targetOf(origin: string, archive: ReadArchive): Promise<Target> {
    const owner = this.options.owner!
    const password = owner.password ?? (await secret(`Password of ${owner.email}`, 'RIVULET_OWNER_PASSWORD'))
    const founder: Founder = { ...owner, password }
    const { signal } = this.stop
    const { progress } = this.output
    const patience = new RetryPatience({
      clock: systemClock,
      signal,
      waitsForDays: false,
      onWait: (wait) => progress.wait(wait),
    })
    const site = openSite(origin, signal)
    const { isOver, database } = this.options
    if (isOver && !(await this.isGoing(archive, founder, origin)))
      await emptyDeployment({ ...this.replacing(database!), origin, signal }, this.output)
    return foundOrLogIn({ site, patience }, { origin, founder, archive })
  }

  /** Whether an earlier run has emptied the database, and begun to import this archive. */
  private async isGoing(archive: ReadArchive, founder: Founder, origin: string): Promise<boolean> {
    const target = await logIn(openSite(origin, this.stop.signal), origin, founder).catch(() => null)
    return target !== null && isUnderWay(archive, this.sending(target))
  }

  private sending(target: Target): SendingOptions {
    const { waitsForDays } = this.options
    return { target, keepsRoles: true, waitsForDays, progress: this.output.progress, signal: this.stop.signal }
  }

  private interrupt(): void {
    if (!this.isSending || this.stop.signal.aborted) {
      this.output.progress.end()
      printAside('Stopped. Run the same command again: it goes on where it stopped.')
      process.exit(status.interrupted)
    }
    this.stop.abort(new Interruption('Stopped.'))
  }
}

async function main(): Promise<number> {
  const options = readRestoreOptions(process.argv.slice(2), process.env)
  if (options !== null) return new Command(options).run()
  process.stdout.write(restoreHelp)
  return status.done
}

await runCommand('restore', main)
