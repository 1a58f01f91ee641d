import { codeBlock } from '../shared/code.ts'

type Kind = 'text' | 'list' | 'quote' | 'code'

/** Markdown blocks below each other, with blank lines where one would swallow the next. */
export class Page {
  private written = ''
  private last: Kind | null = null
  private isAfterBlank = false

  /** Lines of a paragraph; a blank one begins another paragraph. */
  text(lines: string): void {
    for (const line of lines.split('\n'))
      if (line.trim() === '') this.isAfterBlank = this.last !== null
      else this.add('text', line.trimEnd())
  }

  /** An item of a list. `number` is null for a bullet. */
  item(text: string, { level, number }: { level: number; number: number | null }): void {
    const indent = '  '.repeat(Math.min(Math.max(level, 0), maxListLevel))
    const mark = number === null ? '-' : `${number}.`
    const lines = text
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
    // Within a paragraph, a number of two digits begins no list.
    if (number !== null && number > 9 && this.last === 'text') this.isAfterBlank = true
    this.add('list', `${indent}${mark} ${lines.join(`\n${indent}  `)}`)
  }

  quote(text: string): void {
    const lines = text.split('\n').map((line) => `> ${line}`.trimEnd())
    this.add('quote', lines.join('\n'))
  }

  /** Code on lines of its own, in a quote or outside. */
  code(code: string, { isQuoted = false, language = '' } = {}): void {
    const block = codeBlock(code, language)
    if (isQuoted) this.quote(block)
    else this.add('code', block)
  }

  private add(kind: Kind, block: string): void {
    const isClose = this.last === kind || this.last === 'code' || this.last === 'text'
    const isApart = this.isAfterBlank || !isClose
    this.written += (this.last === null ? '' : isApart ? '\n\n' : '\n') + block
    this.last = kind
    this.isAfterBlank = false
  }

  get markdown(): string {
    return this.written
  }
}

/** Slack's lists have fewer levels. */
const maxListLevel = 10
