/** A refusal of an operation: `@error 404 The draft does not exist.`, perhaps with a code before the reason. */
export interface Refusal {
  readonly status: number
  /** Null if the body has no `code`. */
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

/** Citations are for the developers of the server, so they are left out. */
const citation = / ?\((?:specification|behaviour|endpoints|objects|register|events|narrow|markdown|design)\b[^()]*\)/g

const refusalForm = /^(?:(?<status>[45]\d\d) )?(?:(?<code>[A-Z]+_[A-Z_]+) )?(?<reason>\S.*)$/

/** Parses a doc comment, including its delimiters. */
export function readComment(source: string): Comment {
  const lines = source
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  const [text, ...tags] = lines.join('\n').split(/^\s*@/m)
  return { text: flowing(text!).replaceAll(citation, ''), refusals: tags.map((tag) => refusalOf(flowing(tag))) }
}

/** Joins the lines of each paragraph and list item. */
const flowing = (text: string): string => text.trim().replaceAll(/(?<!\n)\n(?!\n|\s*- )\s*/g, ' ')

function refusalOf(tag: string): Refusal {
  const [, name, rest] = /^(\w+)\s+(.*)$/s.exec(tag) ?? [null, tag, '']
  const groups = name === 'error' ? refusalForm.exec(rest)?.groups : undefined
  if (groups === undefined) throw new Error(`A doc comment has @${tag}; expected: @error [status] [CODE] Reason.`)
  return { status: Number(groups['status'] ?? 400), code: groups['code'] ?? null, reason: groups['reason']! }
}
