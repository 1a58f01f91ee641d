/** A way in which an operation is refused: `@error 404 The draft does not exist.`, or with a code before the reason. */
export interface Refusal {
  readonly status: number
  /** Null where the body has no `code`. */
  readonly code: string | null
  readonly reason: string
}

/** The parts of a doc comment. */
export interface Comment {
  /** Markdown: paragraphs and lists, without the line breaks of the source. */
  readonly text: string
  readonly refusals: readonly Refusal[]
}

export const noComment: Comment = { text: '', refusals: [] }

/** Where a rule comes from is for those who work on the server. */
const citation = / ?\((?:specification|behaviour|endpoints|register|events|objects|narrow|markdown|design)\b[^()]*\)/g

const refusalForm = /^(?:(?<status>[45]\d\d) )?(?:(?<code>[A-Z]+_[A-Z_]+) )?(?<reason>\S.*)$/

/** Reads a comment from its opening to its closing marks. */
export function readComment(source: string): Comment {
  const lines = source
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  const [text, ...tags] = lines.join('\n').split(/^\s*@/m)
  return { text: flowing(text!).replaceAll(citation, ''), refusals: tags.map((tag) => refusalOf(flowing(tag))) }
}

/** Lines of one paragraph or list item as one line. */
const flowing = (text: string): string => text.trim().replaceAll(/(?<!\n)\n(?!\n|\s*- )\s*/g, ' ')

function refusalOf(tag: string): Refusal {
  const [, name, rest] = /^(\w+)\s+(.*)$/s.exec(tag) ?? [null, tag, '']
  const groups = name === 'error' ? refusalForm.exec(rest)?.groups : undefined
  if (groups === undefined) throw new Error(`A doc comment has @${tag}; expected: @error [status] [CODE] Reason.`)
  return { status: Number(groups['status'] ?? 400), code: groups['code'] ?? null, reason: groups['reason']! }
}
