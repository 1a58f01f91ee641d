const longestLine = 118

/** Wraps words into lines for a generated file. */
export function inLines(words: readonly string[]): string {
  const lines: string[] = ['']
  for (const word of words) {
    const line = `${lines.at(-1)!} ${word}`.trimStart()
    if (line.length > longestLine) lines.push(word)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}
