/**
 * Fails if a page links to a missing file or heading, or names a missing source file such as `core/sql/ids.ts`. Decision records
 * may name files that have been moved since.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { linesOutsideFences, pageAt } from './markdown-page.ts'

const files = globSync('**/*.md', { exclude: ['node_modules', '.wrangler', 'public'] })

/** The problem with a link; null if it is right, or leads to another site. */
function problemOf(file: string, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null
  const [path, anchor] = target.split('#') as [string, string | undefined]
  const place = path === '' ? file : join(dirname(file), path)
  if (relative('.', place).startsWith('..') || !existsSync(place)) return `There is no ${place}.`
  if (anchor === undefined) return null
  if (!statSync(place).isFile() || !place.endsWith('.md')) return `${place} has no headings.`
  return pageAt(place).anchors.has(anchor) ? null : `${place} has no heading #${anchor}.`
}

/** Code that is the path of a source file, relative to the repository or to `src/`. */
const sourcePath = /`((?:[a-z-]+\/)+[a-z-]+(?:\.[a-z]+)?\.ts)`/g

const isSource = (path: string): boolean => existsSync(path) || existsSync(join('src', path))

let wrong = 0
let right = 0

function report(file: string, index: number, what: string, problem: string | null): void {
  if (problem === null) right += 1
  else {
    process.stderr.write(`${file}:${index + 1}: (${what}): ${problem}\n`)
    wrong += 1
  }
}

for (const file of files) {
  for (const [index, line] of linesOutsideFences(readFileSync(file, 'utf8')).entries()) {
    const text = line.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, (code) => (code.includes('](') ? '' : code))
    for (const match of text.matchAll(/\]\(([^()\s]+)\)/g)) report(file, index, match[1]!, problemOf(file, match[1]!))
    if (file.startsWith(join('docs', 'decisions'))) continue
    for (const [, path] of line.matchAll(sourcePath))
      report(file, index, path!, isSource(path!) ? null : 'There is no such source file.')
  }
}
process.stdout.write(`${right} links and paths in ${files.length} pages lead somewhere.\n`)
process.exit(wrong === 0 ? 0 : 1)
