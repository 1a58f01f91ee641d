/**
 * Fails if a comment cites something that `docs/api/` does not have. A citation has the form `(behaviour, Mutes)`. Instead of a
 * heading it may name code in the first column of a table. Semicolons separate several pages.
 */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { pageAt, withoutMarks } from './markdown-page.ts'

const directory = 'docs/api'
const pages = new Map(
  readdirSync(directory)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => [name.slice(0, -'.md'.length), pageAt(`${directory}/${name}`)]),
)

interface Comment {
  /** Line number of its first line. */
  line: number
  lines: string[]
}

/** The comments of a file. Consecutive lines are one comment, because a citation may continue on the next line. */
function commentsIn(code: string): Comment[] {
  const comments: Comment[] = []
  let before = -1
  for (const [index, line] of code.split('\n').entries()) {
    const whole = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/) ?(.*?)(?:\*\/)?\s*$/.exec(line)?.[1]
    const text = whole ?? /\s\/\/ (.*)$/.exec(line)?.[1]
    if (text === undefined) continue
    if (whole !== undefined && before === index - 1 && !line.includes('/*')) comments.at(-1)!.lines.push(text)
    else comments.push({ line: index + 1, lines: [text] })
    before = whole === undefined ? -1 : index
  }
  return comments
}

/** Matches a word in parentheses, the name of a page, before a heading, code or endpoint. */
const citing = /^([a-z]+), (?=[A-Z`])/

/** The problem with a text in parentheses; null if it is right, or no citation. */
function problemOf(text: string): string | null {
  const parts = text.split('; ')
  if (!parts.some((part) => pages.has(part.split(', ')[0]!) || citing.test(part))) return null
  for (const part of parts) {
    const [name, ...names] = part.split(', ') as [string, ...string[]]
    const page = pages.get(name)
    if (part.endsWith('.md')) {
      if (!existsSync(part)) return `There is no file ${part}.`
    } else if (page === undefined) return `There is no page ${directory}/${name}.md.`
    else if (!areNamed(names.map(withoutMarks), (one) => page.headings.has(one) || page.rows.has(one)))
      return `${directory}/${name}.md has neither a heading nor a row for "${names.join(', ')}".`
  }
  return null
}

/** Whether all names of a list exist. A heading may contain commas itself. */
const areNamed = (names: readonly string[], has: (name: string) => boolean): boolean =>
  names.length === 0 ||
  names.some((_, index) => has(names.slice(0, index + 1).join(', ')) && areNamed(names.slice(index + 1), has))

let wrong = 0
let right = 0
for (const file of globSync('{src,test,dev,bench}/**/*.ts')) {
  for (const { line, lines } of commentsIn(readFileSync(file, 'utf8'))) {
    const text = lines.join(' ')
    for (const match of text.matchAll(/\(([^()]+)\)/g)) {
      const problem = problemOf(match[1]!)
      if (problem === null) right += Number(pages.has(match[1]!.split(/[,;]/)[0]!))
      else {
        const before = text.slice(0, match.index).length
        let at = 0
        const offset = lines.findIndex((one) => (at += one.length + 1) > before)
        process.stderr.write(`${file}:${line + offset}: (${match[1]!}): ${problem}\n`)
        wrong += 1
      }
    }
  }
}
process.stdout.write(`${right} citations of ${directory} name what is there.\n`)
process.exit(wrong === 0 ? 0 : 1)
