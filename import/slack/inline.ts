/** Emphasis of a run of text. Those that enclose others come first. */
const styles = ['strike', 'bold', 'italic'] as const
export type Style = (typeof styles)[number]

const marks: Record<Style, string> = { strike: '~~', bold: '**', italic: '*' }

/** A piece of text in one style. */
export interface Run {
  readonly text: string
  readonly styles: ReadonlySet<Style>
  /**
   * `words` may be split where emphasis ends; `whole` is code, a link or an emoji; `name` is a mention or a link to a stream, which
   * means something only after a space.
   */
  readonly kind: 'words' | 'whole' | 'name'
}

/** The Markdown of runs. Marks touch words and end with the line, because they mean nothing elsewhere. */
export function inlineMarkdown(runs: readonly Run[]): string {
  const line = new Writer()
  for (const run of runs) {
    if (run.kind !== 'words' || run.styles.size === 0) line.put(run.text, run)
    else
      for (const part of run.text.split(/(\s+)/))
        if (part.trim() === '') line.gap(part)
        else line.put(part, run)
  }
  return line.end()
}

/** What may stand before a mention, or before a link to a stream (markdown, Mentions). */
const mayPrecedeName = /(?:^|[\s'"(,:<])$/

class Writer {
  private written = ''
  private space = ''
  private readonly open: Style[] = []

  /** White space waits until it is clear which marks end before it. */
  gap(space: string): void {
    this.space += space
  }

  put(text: string, { styles: wanted, kind }: Run): void {
    if (text === '') return
    const lasting = this.space.includes('\n') ? 0 : this.open.findIndex((style) => !wanted.has(style))
    this.close(lasting === -1 ? this.open.length : lasting)
    this.written += this.space
    this.space = ''
    if (kind === 'name') {
      if (!mayPrecedeName.test(this.written.slice(-1))) this.written += ' '
    } else this.begin(wanted)
    // A text must not mention anybody.
    this.written += kind === 'words' ? text.replaceAll(/@(?=\*)/g, '@_') : text
  }

  private begin(wanted: ReadonlySet<Style>): void {
    const opening = styles.filter((style) => wanted.has(style) && !this.open.includes(style))
    if (opening.length > 0 && this.written.endsWith('@')) this.written += ' '
    for (const style of opening) this.written += marks[style]
    this.open.push(...opening)
  }

  private close(count: number): void {
    while (this.open.length > count) this.written += marks[this.open.pop()!]
  }

  end(): string {
    this.close(0)
    return this.written + this.space
  }
}

/** Code within a line, between as many backticks as it needs. */
export function codeSpan(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const [before, after] = [code.startsWith('`') ? ' ' : '', code.endsWith('`') ? ' ' : '']
  return code.trim() === '' ? code : fence + before + code + after + fence
}
