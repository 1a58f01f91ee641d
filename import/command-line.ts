import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ArchiveError } from './conversion.ts'
import { UsageError } from './options.ts'
import { Interruption } from './patience.ts'
import { printAside } from './printing.ts'
import type { Screen } from './progress.ts'
import { DatabaseError } from './restore/sql/database.ts'
import { NetworkError, Refusal } from './site.ts'

/** Exit statuses of commands. */
export const status = { done: 0, failed: 1, usage: 2, interrupted: 3 } as const

export const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

export const terminal: Screen = {
  isTerminal: process.stderr.isTTY ?? false,
  get columns() {
    return process.stderr.columns ?? 80
  },
  write: (text) => process.stderr.write(text),
}

/** Runs a command, says why it failed if it does, and ends the process. */
export async function runCommand(name: string, run: () => Promise<number>): Promise<never> {
  process.exit(await run().catch((error: unknown) => statusOf(name, error)))
}

function statusOf(name: string, error: unknown): number {
  if (error instanceof UsageError) {
    printAside(`${error.message}\nSee npm run ${name} -- --help`)
    return status.usage
  }
  if (error instanceof Interruption) {
    printAside(`${error.message}\nRun the same command again: it goes on where it stopped.`)
    return status.interrupted
  }
  const isExpected = [ArchiveError, Refusal, NetworkError, DatabaseError].some((type) => error instanceof type)
  printAside(isExpected ? (error as Error).message : ((error as Error).stack ?? String(error)))
  return status.failed
}
