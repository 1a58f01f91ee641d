import { createReadStream } from 'node:fs'
import { ArchiveError } from '../../conversion.ts'

/** A statement of a file, without the semicolon at its end and the comments before it. */
export interface Statement {
  readonly text: string
  /** In the file, from 1. */
  readonly line: number
}

/** A row has at most 2 MB, which quoting can make four times as long. */
const maxCharacters = 16 * 1024 ** 2

/** What ends a stretch without quotes and comments. */
const turn = /['"`;]|--|\/\*/g

const ends: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '--': '\n', '/*': '*/' }

/**
 * The statements of a file, and the comments that begin with `-- Rivulet`. It is read piece by piece, because it may be larger than
 * the memory.
 */
export async function* statementsOf(path: string): AsyncGenerator<Statement> {
  const splitter = new Splitter()
  for await (const piece of textOf(path)) yield* splitter.split(piece)
  splitter.assertEnded()
}

async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 1024 ** 2 }))
      yield decoder.decode(bytes as Uint8Array, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new ArchiveError(`${path} is no text in UTF-8: it is damaged.`)
    throw error
  }
}

class Splitter {
  private text = ''
  private start = 0
  private at = 0
  private line = 1
  /** What ends the quotes or the comment that the position is in; null: it is in neither. */
  private end: string | null = null

  private lineOfStart(): number {
    const space = /^\s*/.exec(this.text.slice(this.start, this.start + 10_000))![0]
    return this.line + space.split('\n').length - 1
  }

  *split(piece: string): Generator<Statement> {
    this.text = this.text.slice(this.start) + piece
    this.at -= this.start
    this.start = 0
    for (;;) {
      if (this.end === null ? !this.findTurn() : !this.findEnd()) break
      const statement = this.end === null ? this.taken() : null
      if (statement !== null) yield statement
    }
    if (this.text.length - this.start > maxCharacters)
      throw new ArchiveError(`Line ${this.lineOfStart()} begins a statement that does not end. The file is damaged.`)
  }

  assertEnded(): void {
    const rest = this.end === '\n' ? '' : this.text.slice(this.start).trim()
    if (rest !== '' && !rest.startsWith('--'))
      throw new ArchiveError(`The file ends within the statement of line ${this.lineOfStart()}: it is not whole.`)
  }

  /** Goes on to the next quotes, comment or semicolon. False: there is none in what has been read. */
  private findTurn(): boolean {
    turn.lastIndex = this.at
    const found = turn.exec(this.text)
    if (found === null) {
      // The last character may be half of a mark.
      this.at = Math.max(this.at, this.text.length - 1)
      return false
    }
    const [mark] = found
    this.at = found.index + mark.length
    if (mark !== ';') this.end = ends[mark]!
    return true
  }

  private findEnd(): boolean {
    const found = this.text.indexOf(this.end!, this.at)
    if (found === -1) {
      this.at = Math.max(this.at, this.text.length - this.end!.length + 1)
      return false
    }
    this.at = found + this.end!.length
    this.end = null
    return true
  }

  /** What ends here: a statement, or a comment that tells of the file. */
  private taken(): Statement | null {
    const last = this.text[this.at - 1]
    if (last !== ';' && last !== '\n') return null
    const text = this.text.slice(this.start, this.at)
    const isComment = last === '\n' && text.trimStart().startsWith('--')
    if (last === '\n' && !isComment) return null
    const line = this.lineOfStart()
    this.line += text.split('\n').length - 1
    this.start = this.at
    const content = text.trim()
    if (isComment) return content.startsWith('-- Rivulet') ? { text: content, line } : null
    return { text: content.slice(0, -1).trimEnd(), line }
  }
}
