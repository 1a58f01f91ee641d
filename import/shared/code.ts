/** A block of code on lines of its own, in a fence that the code does not close. */
export function codeBlock(code: string, language = ''): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((max, run) => Math.max(max, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code.replace(/^\n/, '').replace(/\n$/, '')}\n${fence}`
}

/** Blocks and spans of code: nothing within them means anything. */
const code = /```([^]*?)```|`[^`\n]+`/g

/** A text whose blocks of code become `codeBlock`s, and of which `convert` changes what is outside of code. Takes linear time. */
export function outsideCode(text: string, convert: (text: string) => string): string {
  let [result, end] = ['', 0]
  const convertPart = (part: string): string => (part === '' ? '' : convert(part))
  for (const match of text.matchAll(code)) {
    const [whole, block] = match
    result += convertPart(text.slice(end, match.index))
    end = match.index + whole.length
    if (block === undefined) {
      result += whole
      continue
    }
    // The first line names the language if more lines follow it.
    const [, language = '', content = block] = /^([\w+#.-]{1,40})\n([^]*)$/.exec(block) ?? []
    const before = result === '' || result.endsWith('\n') ? '' : '\n'
    const after = text[end] === undefined || text[end] === '\n' ? '' : '\n'
    result += before + (content.trim() === '' ? '' : codeBlock(content, language) + after)
  }
  return result + convertPart(text.slice(end))
}
