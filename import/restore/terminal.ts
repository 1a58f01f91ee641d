import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from '../options.ts'
import { printable } from '../printing.ts'

const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks a question whose answer must be this text. Programs say `--yes` instead. */
export async function askForConfirmation(question: string, answer: string): Promise<boolean> {
  if (!isInteractive())
    throw new UsageError('This must be confirmed, but there is no terminal to ask on. If you are sure, add --yes.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await lines.question(printable(`${question}\nType ${answer} to go on: `))
  lines.close()
  return typed.trim() === answer
}

/** Asks for a text that is not shown. */
export async function secret(question: string, option: string): Promise<string> {
  if (!isInteractive()) throw new UsageError(`${question} is missing: give it as ${option}.`)
  process.stderr.write(printable(`${question}: `))
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const typed = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return typed
}
