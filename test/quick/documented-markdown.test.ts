import { expect, test } from 'vitest'
import page from '../../docs/api/markdown.md?raw'
import { html, inline } from '../kit/markdown-realm'

/** Rows of tables headed "input | HTML" or "text | HTML" whose cells are both code. */
function examplesIn(markdown: string): { input: string; output: string; isInline: boolean }[] {
  const examples: ReturnType<typeof examplesIn> = []
  let head = ''
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) head = ''
    else if (head === '') head = line
    else if (/^\| (?:input|text) \| HTML \|$/.test(head)) {
      const [input, output] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map(codeIn)
      if (input != null && output != null) examples.push({ input, output, isInline: head.startsWith('| text') })
    }
  }
  return examples
}

/** What stands as code in a cell; null for a cell that holds anything else. */
function codeIn(cell: string): string | null {
  const code = /^(`+)( ?)((?:(?!\1).)+)\2\1$/.exec(cell.trim())?.[3]
  return code === undefined ? null : code.replaceAll('\\|', '|').replaceAll('↵', '\n')
}

const examples = examplesIn(page)

test('the page about Markdown has examples', () => {
  expect(examples.length).toBeGreaterThan(70)
})

test.each(examples)('renders $input as documented', ({ input, output, isInline }) => {
  expect(isInline ? inline(input) : html(input)).toBe(output)
})
