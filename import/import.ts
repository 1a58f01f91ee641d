/** `npm run import`: brings the archive of a team into an organization (docs/moving-in.md). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from './clock.ts'
import { ArchiveError } from './conversion.ts'
import { converterFor } from './kinds.ts'
import { help, readOptions, UsageError, type Options, type Target } from './options.ts'
import { Interruption, Patience } from './patience.ts'
import { Progress, type Screen } from './progress.ts'
import { costText, findingsText, summary, type Findings } from './report.ts'
import { scratchFolder } from './scratch.ts'
import { Sender } from './sender.ts'
import { HttpSite, Refusal } from './site.ts'
import { openSource, type OpenSource } from './source-files.ts'
import { Workspace } from './workspace.ts'

const status = { done: 0, failed: 1, usage: 2, interrupted: 3 } as const

/** Different problems that are shown. */
const maxProblems = 20

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const terminal: Screen = {
  isTerminal: process.stderr.isTTY ?? false,
  get columns() {
    return process.stderr.columns ?? 80
  },
  write: (text) => process.stderr.write(text),
}

class Command {
  private readonly options: Options
  private readonly progress: Progress
  private readonly stop = new AbortController()
  private isSending = false

  constructor(options: Options) {
    this.options = options
    this.progress = new Progress(options.isJson ? null : terminal, systemClock)
  }

  async run(): Promise<number> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.interrupt())
    const scratch = scratchFolder()
    const { file } = this.options
    this.progress.begin('Opening', 0)
    const source = await openSource(file, scratch)
    const now = Math.floor(systemClock.now() / 1000)
    const { workspace, title } = await this.read(source, scratch, now)
    const batches = workspace.finish(source)
    for (const [kind, number] of source.skipped) workspace.skip(kind, number)
    this.progress.end()
    const { statistics, topics, skipped, warnings } = workspace
    const findings: Findings = { title, statistics, topics, skipped, warnings }
    const { target } = this.options
    if (target === null) {
      this.print(`${findingsText(findings)}\n\n${costText(statistics)}\nNothing was sent: this was a dry run.`)
      this.printSummary(findings, false)
      return status.done
    }
    this.print(findingsText(findings))
    return this.send(target, { workspace, batches, source, findings })
  }

  private async read(
    source: OpenSource,
    scratch: string,
    now: number,
  ): Promise<{ workspace: Workspace; title: string }> {
    const { from, addresses, team, keepsRoles, ownAddress } = this.options
    const converter = await converterFor(source, from)
    this.progress.begin('Reading', 0)
    const workspace = new Workspace(scratch, {
      madeBy: `Rivulet ${version}`,
      origin: converter.title,
      now,
      keepsRoles,
      ownAddress,
      onRecord: () => this.progress.add(1),
    })
    await converter.convert(source, workspace, { addresses, team, now })
    return { workspace, title: converter.title }
  }

  private async send(
    { origin, email, key }: Target,
    {
      workspace,
      batches,
      source,
      findings,
    }: { workspace: Workspace; batches: ReturnType<Workspace['finish']>; source: OpenSource; findings: Findings },
  ): Promise<number> {
    const { signal } = this.stop
    const { waitsForDays, keepsRoles } = this.options
    const progress = this.progress
    const sender = new Sender({
      site: new HttpSite({ origin, email, key, userAgent: `Rivulet-import/${version}`, signal }),
      patience: new Patience({ clock: systemClock, signal, waitsForDays, onWait: (wait) => progress.wait(wait) }),
      progress,
      manifest: workspace.plan,
      realm: workspace.realmRecord,
      keepsRoles,
      waitsForDays,
      batches,
      uploads: workspace.uploads,
      source,
      skip: (kind) => workspace.skip(kind),
    })
    this.isSending = true
    try {
      await sender.send()
    } catch (error) {
      progress.end()
      this.printProblems(sender.problems)
      this.printSummary(findings, false)
      throw error
    }
    this.printProblems(sender.problems)
    this.print(`Done. Everything is at ${origin}`)
    this.printSummary(findings, true)
    return status.done
  }

  private interrupt(): void {
    if (!this.isSending || this.stop.signal.aborted) {
      this.progress.end()
      if (!this.isSending) process.stderr.write('Stopped. Nothing was sent.\n')
      process.exit(status.interrupted)
    }
    this.stop.abort(new Interruption('Stopped.'))
  }

  private print(text: string): void {
    if (!this.options.isJson) process.stdout.write(`${text}\n`)
  }

  private printSummary(findings: Findings, isDone: boolean): void {
    if (this.options.isJson) process.stdout.write(`${JSON.stringify(summary(findings, isDone))}\n`)
  }

  private printProblems(problems: ReadonlyMap<string, number>): void {
    if (problems.size === 0) return
    const lines = [...problems].toSorted(([, a], [, b]) => b - a)
    const listedProblems = lines
      .slice(0, maxProblems)
      .map(([text, times]) => `  ${times === 1 ? '' : `${times} times: `}${text}`)
    const more = lines.length > maxProblems ? [`  and ${lines.length - maxProblems} more`] : []
    this.print(['The server changed or left out:', ...listedProblems, ...more].join('\n'))
  }
}

/** Runs the command. Returns the exit status. */
async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2), process.env)
    if (options !== null) return await new Command(options).run()
    process.stdout.write(help)
    return status.done
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nSee npm run import -- --help\n`)
      return status.usage
    }
    if (error instanceof Interruption) {
      process.stderr.write(`${error.message}\nRun the same command again: it goes on where it stopped.\n`)
      return status.interrupted
    }
    const isExpected = error instanceof ArchiveError || error instanceof Refusal
    process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`)
    return status.failed
  }
}

process.exit(await main())
