/** Names that people know from elsewhere. */
const otherNames: Readonly<Record<string, string>> = {
  channel: 'stream',
  dm: 'pm-with',
  'dm-including': 'group-pm-with',
  from: 'sender',
  subject: 'topic',
}

/** Operators that are offered. */
export const operators = ['stream', 'topic', 'sender', 'pm-with', 'group-pm-with', 'is', 'has', 'in', 'near'] as const

const known = new Set<string>([...operators, 'streams', 'id'])

/** An operator without an operand, or perhaps with one, which may be in quotation marks. */
const token = /(-?)([a-z_-]+):(?=\s|$)|(?:(-?)([a-z_-]+):)?(?:"((?:[^"\\]|\\.)*\\?)"?|(\S+))/gi

/** An operator by its own name, of what was written before a colon; undefined if it is none. */
export function operatorOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const lower = text.toLowerCase()
  const operator = otherNames[lower] ?? lower.replaceAll('_', '-')
  return known.has(operator) ? operator : undefined
}

/** An operator with its operand, or words. */
export interface Token {
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly isNegated: boolean
  /** Undefined: words that are searched for. */
  readonly operator: string | undefined
  readonly operand: string
  readonly isQuoted: boolean
}

/** What stands one after the other in a text. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(token)].map((match) => {
    const [raw, emptySign, emptyName, sign, name, inQuotes, plain] = match
    return {
      raw,
      start: match.index,
      end: match.index + raw.length,
      isNegated: Boolean(sign ?? emptySign),
      operator: operatorOf(name ?? emptyName),
      operand: inQuotes === undefined ? (plain ?? '') : unquoted(inQuotes),
      isQuoted: inQuotes !== undefined,
    }
  })
}

/** How many of the tokens that follow are plain words, which may belong to the operand before them. */
export function wordsAfter(tokens: readonly Token[], index: number): number {
  const end = tokens.findIndex(({ operator, isQuoted }, at) => at > index && (operator !== undefined || isQuoted))
  return (end === -1 ? tokens.length : end) - index - 1
}

/** An operator at the end of a text whose operand has no quotation marks, with all words after its colon. */
export interface OpenOperand {
  readonly start: number
  readonly operator: string
  readonly isNegated: boolean
  readonly operand: string
}

/** The operator at the end of a text that a space follows; null if there is none. */
export function openOperandOf(text: string): OpenOperand | null {
  const tokens = tokensOf(text)
  const index = tokens.findLastIndex(({ operator }) => operator !== undefined)
  const { start, end, operator, operand, isNegated, isQuoted } = tokens[index] ?? {}
  const words = wordsAfter(tokens, index)
  const isOver = words > 0 || /\s$/.test(text)
  if (operator === undefined || isQuoted || !isOver || index + words !== tokens.length - 1) return null
  return { start: start!, operator, isNegated: isNegated!, operand: text.slice(end! - operand!.length).trim() }
}

const unquoted = (text: string): string => text.replace(/\\(.)/g, '$1')
