/** What links and citations can name on a page of the documentation. */
import { readFileSync } from 'node:fs'

export interface Page {
  /** Texts of the headings, without backticks. */
  headings: Set<string>
  /** The fragment of each heading, as on GitHub. */
  anchors: Set<string>
  /** Code in the first column of a table. */
  rows: Set<string>
}

export const withoutMarks = (text: string): string => text.replaceAll('`', '')

export function pageAt(path: string): Page {
  const page: Page = { headings: new Set(), anchors: new Set(), rows: new Set() }
  for (const line of linesOutsideFences(readFileSync(path, 'utf8'))) {
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
    const cell = /^\| (.*?)(?<!\\) \|/.exec(line)?.[1]
    if (heading !== undefined) {
      page.headings.add(withoutMarks(heading))
      page.anchors.add(anchorOf(heading, page.anchors))
    }
    for (const [, code] of (cell ?? '').matchAll(/`([^`]+)`/g)) page.rows.add(code!)
  }
  return page
}

/** The lines of a page outside of code blocks. */
export function linesOutsideFences(text: string): string[] {
  let fence: string | null = null
  return text.split('\n').map((line) => {
    const run = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (run === undefined) return fence === null ? line : ''
    if (fence === null) fence = run
    else if (line.trim() === fence) fence = null
    return ''
  })
}

/** The fragment of a heading. A repeated heading gets a number. */
function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
  for (let count = 0; ; count += 1) {
    const numbered = count === 0 ? anchor : `${anchor}-${count}`
    if (!taken.has(numbered)) return numbered
  }
}
