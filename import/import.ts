/** `npm run import`: brings the archive of a team into an organization (docs/moving-in.md). */
import { systemClock } from './clock.ts'
import { runCommand, status, terminal } from './command-line.ts'
import { help, readOptions, type Options, type Target } from './options.ts'
import { Interruption } from './patience.ts'
import { print, printAside } from './printing.ts'
import { Progress } from './progress.ts'
import { costText, findingsText, problemsText, summary, type Findings } from './report.ts'
import { scratchFolder } from './scratch.ts'
import { readArchive, transferOf, type ReadArchive } from './transfer.ts'

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
    const archive = await readArchive(this.options, { scratch: scratchFolder(), progress: this.progress })
    const { findings } = archive
    const { target } = this.options
    if (target === null) {
      const cost = costText(findings.statistics)
      this.print(`${findingsText(findings)}\n\n${cost}\nNothing was sent: this was a dry run.`)
      this.printSummary(findings, false)
      return status.done
    }
    this.print(findingsText(findings))
    return this.send(target, archive)
  }

  private async send(target: Target, archive: ReadArchive): Promise<number> {
    const { signal } = this.stop
    const { waitsForDays, keepsRoles } = this.options
    const progress = this.progress
    const { sender } = transferOf(archive, { target, keepsRoles, waitsForDays, progress, signal })
    this.isSending = true
    try {
      await sender.send()
    } catch (error) {
      progress.end()
      this.print(problemsText(sender.problems))
      this.printSummary(archive.findings, false)
      throw error
    }
    this.print(problemsText(sender.problems))
    this.print(`Done. Everything is at ${target.origin}`)
    this.printSummary(archive.findings, true)
    return status.done
  }

  private interrupt(): void {
    if (!this.isSending || this.stop.signal.aborted) {
      this.progress.end()
      if (!this.isSending) printAside('Stopped. Nothing was sent.')
      process.exit(status.interrupted)
    }
    this.stop.abort(new Interruption('Stopped.'))
  }

  private print(text: string): void {
    if (!this.options.isJson && text !== '') print(text)
  }

  private printSummary(findings: Findings, isDone: boolean): void {
    if (this.options.isJson) print(JSON.stringify(summary(findings, isDone)))
  }
}

/** Runs the command. Returns the exit status. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options !== null) return new Command(options).run()
  process.stdout.write(help)
  return status.done
}

await runCommand('import', main)
