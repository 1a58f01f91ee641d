import { ArchiveError } from '../../conversion.ts'

/** A value of a row, exactly as SQLite has it. */
export type Value = null | bigint | number | string | Uint8Array

/** Rows that a statement inserts. */
export interface Insertion {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
}

const name = String.raw`(?:"((?:[^"]|"")+)"|([a-z_]\w*))`
const head = new RegExp(String.raw`^insert\s+into\s+${name}\s*\(([^()]*)\)\s*values\s*`, 'i')
const column = new RegExp(String.raw`\s*${name}\s*(?:,|$)`, 'giy')
const number = /[-+]?\d+(\.\d*)?(e[-+]?\d+)?/iy
const code = /char\s*\(\s*(\d{1,7})\s*\)/iy
const word = /null|replace|x(?=')/iy

/** How deep `replace()` is within itself: copies have one for each kind of character that is fragile. */
const maxDepth = 10

const unquoted = (quoted: string | undefined, plain: string | undefined): string =>
  quoted === undefined ? plain! : quoted.replaceAll('""', '"')

/** The table and the columns of a statement that inserts rows; null: it does something else. */
export function headOf(text: string): { table: string; columns: readonly string[]; length: number } | null {
  const found = head.exec(text.slice(0, 20_000))
  if (found === null) return null
  const [whole, quoted, plain, list] = found
  const columns: string[] = []
  column.lastIndex = 0
  while (column.lastIndex < list!.length) {
    const part = column.exec(list!)
    if (part === null) return null
    columns.push(unquoted(part[1], part[2]))
  }
  return { table: unquoted(quoted, plain), columns, length: whole.length }
}

/**
 * Reads a statement that inserts rows, as `wrangler d1 export` writes it. Nothing but constants and `replace()` is known, so that a
 * file cannot run anything.
 */
export function insertionIn({ text, line }: { text: string; line: number }): Insertion {
  const found = headOf(text)
  if (found === null) throw new ArchiveError(`Line ${line} is no INSERT of a row.`)
  const { table, columns, length } = found
  const reader = new ValueReader(text, length, line)
  return { table, columns, rows: reader.rows(columns.length) }
}

class ValueReader {
  private readonly text: string
  private readonly line: number
  private at: number

  constructor(text: string, at: number, line: number) {
    this.text = text
    this.at = at
    this.line = line
  }

  rows(width: number): Value[][] {
    const rows: Value[][] = []
    do {
      this.expect('(')
      const row: Value[] = []
      do row.push(this.value())
      while (this.skips(','))
      this.expect(')')
      if (row.length !== width) this.fail(`${row.length} values for ${width} columns`)
      rows.push(row)
    } while (this.skips(','))
    if (this.at < this.text.length) this.fail('more than values')
    return rows
  }

  private value(depth = 0): Value {
    this.skipSpace()
    if (this.text[this.at] === "'") return this.quotedText()
    const found = this.match(word)?.[0].toLowerCase()
    if (found === 'null') return null
    if (found === 'x') return this.bytes()
    if (found === 'replace') return this.replaced(depth + 1)
    return this.number()
  }

  private number(): bigint | number {
    const found = this.match(number)
    if (found === null) this.fail('something else than a constant')
    const [text, fraction, exponent] = found
    if (fraction !== undefined || exponent !== undefined) return Number(text)
    const whole = BigInt(text)
    return BigInt.asIntN(64, whole) === whole ? whole : Number(text)
  }

  private quotedText(): string {
    const start = this.at + 1
    for (let from = start; ; from += 2) {
      from = this.text.indexOf("'", from)
      if (from === -1) this.fail('a text without an end')
      if (this.text[from + 1] === "'") continue
      this.at = from + 1
      return this.text.slice(start, from).replaceAll("''", "'")
    }
  }

  private bytes(): Uint8Array {
    const hex = this.quotedText()
    if (hex.length % 2 === 1 || !/^[\da-f]*$/i.test(hex)) this.fail('invalid hexadecimal digits')
    return Uint8Array.from(Buffer.from(hex, 'hex'))
  }

  private replaced(depth: number): string {
    if (depth > maxDepth) this.fail('replacements within replacements')
    this.expect('(')
    const whole = this.value(depth)
    this.expect(',')
    const mark = this.value(depth)
    this.expect(',')
    this.skipSpace()
    const found = this.match(code)
    const character = Number(found?.[1])
    if (typeof whole !== 'string' || typeof mark !== 'string' || mark === '' || !(character <= 0x10ffff))
      this.fail('a replacement of something else than text')
    this.expect(')')
    return whole.replaceAll(mark, () => String.fromCodePoint(character))
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found !== null) this.at = pattern.lastIndex
    return found
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1
  }

  private skips(mark: string): boolean {
    this.skipSpace()
    if (this.text[this.at] !== mark) return false
    this.at += 1
    return true
  }

  private expect(mark: string): void {
    if (!this.skips(mark)) this.fail(`no ${mark}`)
  }

  private fail(what: string): never {
    throw new ArchiveError(`Line ${this.line} has ${what} at its character ${this.at + 1}. The file is damaged.`)
  }
}

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What does not arrive in a statement as it is, with its code and the letter of its mark. */
const fragile: readonly (readonly [pattern: RegExp, code: number, letter: string])[] = [
  // Wrangler splits files into lines, and SQL ends at NUL.
  [/\n/g, 10, 'n'],
  [/\r/g, 13, 'r'],
  [/\0/g, 0, '0'],
  // Wrangler removes BEGIN TRANSACTION from a file, or refuses the file, because it begins the transaction itself.
  [/(?<=BEGIN) (?=TRANSACTION)/g, 32, 's'],
]

/** A value as SQL that is exact and stands in one line. What is fragile becomes a mark that the text does not have. */
export function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return realLiteral(value)
  if (typeof value !== 'string') return `X'${Buffer.from(value).toString('hex')}'`
  const marks: [mark: string, code: number][] = []
  let text = value
  for (const [pattern, code, letter] of fragile) {
    if (text.search(pattern) === -1) continue
    const mark = freeMark(text, letter)
    text = text.replaceAll(pattern, () => mark)
    marks.unshift([mark, code])
  }
  const quoted = `'${text.replaceAll("'", "''")}'`
  return marks.reduce((inner, [mark, code]) => `replace(${inner},'${mark}',char(${code}))`, quoted)
}

/** A mark that the text does not have. Only its first character is a backslash, so that no other one can begin before it. */
function freeMark(text: string, letter: string): string {
  for (let number = 0; ; number += 1) {
    const mark = `\\${letter}${number === 0 ? '' : `${number}.`}`
    if (!text.includes(mark)) return mark
  }
}

function realLiteral(value: number): string {
  if (value === Infinity) return '9e999'
  if (value === -Infinity) return '-9e999'
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}
