/** Levels that are indented. Deeper ones would only make lines long. */
const maxLevels = 20

/** Tokens of JSON: strings, punctuation, space, and anything else. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+|[^\s"{}[\],:]+/g

/** JSON with one value a line. Values stay as they are written, such as numbers with more digits than JavaScript has. */
export function indentedJson(text: string): string {
  if (!isJson(text)) return text
  let level = 0
  let isAfterOpening = false
  const newLine = () => `\n${'  '.repeat(Math.min(level, maxLevels))}`
  return text.replace(tokens, (token) => {
    if (/^\s/.test(token)) return ''
    const isClosing = token === '}' || token === ']'
    if (isClosing) level -= 1
    const before = isClosing !== isAfterOpening ? newLine() : ''
    isAfterOpening = token === '{' || token === '['
    if (isAfterOpening) level += 1
    if (token === ',') return `,${newLine()}`
    return before + (token === ':' ? ': ' : token)
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
