/** Characters after which nothing more is written: a message is much shorter. */
const maxCharacters = 50_000

/** Deeper quotes and lists are written like these. */
const maxDepth = 8

/** Where the text of an element began. */
export interface Start {
  readonly line: number
  readonly column: number
}

/** Writes Markdown while the elements of a page are read one after the other. */
export class MarkdownWriter {
  private readonly lines: string[] = []
  private line = ''
  private indentation = ''
  private characters = 0
  private quotes = 0
  /** The marks of the lists that are open: a number for an ordered list, null for others. */
  private readonly lists: (number | null)[] = []
  private preDepth = 0

  get isFull(): boolean {
    return this.characters > maxCharacters
  }

  /** Text, in which white space means nothing unless it stands in `pre`. */
  text(text: string): void {
    if (this.preDepth > 0) return this.preformatted(text)
    const words = text.replaceAll(/[ \t\r\n\f\u00A0]+/g, ' ')
    this.write(this.line.trimEnd() === this.line && this.line !== '' ? words : words.trimStart())
  }

  /** Text as it stands. */
  write(text: string): void {
    if (this.isFull) return
    this.line += text
    this.characters += text.length
  }

  /** Ends the line. */
  newline(): void {
    const text = this.preDepth > 0 ? this.line : this.line.trim()
    this.lines.push(`${this.quoteMarks(this.quotes)}${this.indentation}${text}`)
    this.line = ''
    this.indentation = ''
  }

  /** Begins a block, such as a paragraph: one empty line stands above it. */
  block(): void {
    this.endLine()
    const empty = this.quoteMarks(this.quotes).trimEnd()
    const last = this.lines.at(-1)?.trimEnd()
    if (last !== undefined && last !== empty && last !== '') this.lines.push(empty)
  }

  /** Ends the line if anything stands in it. */
  endLine(): void {
    if (this.line.trim() === '') this.line = ''
    else this.newline()
  }

  beginQuote(): void {
    this.block()
    this.quotes += 1
  }

  endQuote(): void {
    this.endLine()
    this.quotes = Math.max(0, this.quotes - 1)
    const inside = this.quoteMarks(this.quotes + 1).trimEnd()
    while (this.lines.at(-1)?.trimEnd() === inside) this.lines.pop()
    this.block()
  }

  beginList({ isOrdered }: { isOrdered: boolean }): void {
    if (this.lists.length === 0) this.block()
    else this.endLine()
    this.lists.push(isOrdered ? 0 : null)
  }

  endList(): void {
    this.endLine()
    this.lists.pop()
    if (this.lists.length === 0) this.block()
  }

  item(): void {
    this.endLine()
    const depth = Math.min(Math.max(0, this.lists.length - 1), maxDepth)
    const last = this.lists.length - 1
    const number = this.lists[last]
    if (typeof number === 'number') this.lists[last] = number + 1
    this.indentation = '  '.repeat(depth)
    this.line = typeof number === 'number' ? `${number + 1}. ` : '* '
  }

  beginFence(): void {
    this.endLine()
    this.preDepth += 1
    if (this.preDepth === 1) this.lines.push('```')
  }

  endFence(): void {
    if (this.preDepth === 0) return
    this.endLine()
    this.preDepth -= 1
    if (this.preDepth === 0) this.lines.push('```')
  }

  /** Where something begins that may get marks. */
  get place(): Start {
    return { line: this.lines.length, column: this.line.length }
  }

  /** Puts marks around what was written since a place, unless that is more than a part of a line. */
  surround(start: Start, around: (text: string) => string): void {
    if (start.line !== this.lines.length || this.preDepth > 0) return
    const written = this.line.slice(start.column)
    const text = written.trim()
    if (text === '') return
    const [before, after] = [
      written.slice(0, written.indexOf(text)),
      written.slice(written.indexOf(text) + text.length),
    ]
    this.line = this.line.slice(0, start.column) + before + around(text) + after
  }

  toString(): string {
    this.endLine()
    return this.lines
      .join('\n')
      .replaceAll(/^\n+|\n+$/g, '')
      .replaceAll(/\n{3,}/g, '\n\n')
  }

  private readonly quoteMarks = (depth: number): string => '> '.repeat(Math.min(depth, maxDepth))

  private preformatted(text: string): void {
    const [first = '', ...others] = text.split(/\r?\n/)
    this.write(first)
    for (const other of others) {
      if (this.isFull) return
      this.newline()
      this.write(other)
    }
  }
}
