import { systemClock } from '../clock.ts'
import { terminal } from '../command-line.ts'
import { print } from '../printing.ts'
import { Progress } from '../progress.ts'
import { comparisonText, missingOf, type Contents } from './contents.ts'

/** What a restore came to. */
export interface Outcome {
  /** Null: it did not come so far. */
  readonly snapshot: Contents | null
  readonly restored: Contents | null
  /** Messages that were searched for by one of their words, and those that were found. */
  readonly searched: { readonly looked: number; readonly found: number }
  /** Things of the snapshot that were left out, by kind. */
  readonly skipped: ReadonlyMap<string, number>
}

export const noOutcome: Outcome = {
  snapshot: null,
  restored: null,
  searched: { looked: 0, found: 0 },
  skipped: new Map(),
}

/** Whether everything of the snapshot is there. */
export const isWhole = ({ snapshot, restored, searched }: Outcome): boolean =>
  snapshot !== null &&
  restored !== null &&
  Object.keys(missingOf(snapshot, restored)).length === 0 &&
  searched.found === searched.looked

/** Where the command writes: for people, or one line for programs. */
export class Output {
  readonly progress: Progress
  private readonly isJson: boolean

  constructor(isJson: boolean) {
    this.isJson = isJson
    this.progress = new Progress(isJson ? null : terminal, systemClock)
  }

  print(text: string): void {
    this.progress.end()
    if (!this.isJson && text !== '') print(text)
  }

  printComparison({ snapshot, restored, searched: { looked, found } }: Outcome): void {
    if (snapshot !== null && restored !== null) this.print(`\n${comparisonText(snapshot, restored)}`)
    if (looked > 0) this.print(`\nThe search finds ${found} of ${looked} messages by one of their words.`)
  }

  printSummary(outcome: Outcome, isDone: boolean): void {
    if (!this.isJson) return
    const { snapshot, restored, searched, skipped } = outcome
    const summary = {
      counts: restored ?? {},
      missing: snapshot === null || restored === null ? {} : missingOf(snapshot, restored),
      searched: searched.looked,
      found: searched.found,
      skipped: Object.fromEntries(skipped),
      done: isDone,
    }
    print(JSON.stringify(summary))
  }
}
