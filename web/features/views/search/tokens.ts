/** Other names of operators, which people know from other versions. */
const otherNames: Readonly<Record<string, string>> = {
  channel: 'stream',
  dm: 'pm-with',
  'dm-including': 'group-pm-with',
  from: 'sender',
  subject: 'topic',
}

/** Operators that are suggested. */
export const operators = ['stream', 'topic', 'sender', 'pm-with', 'group-pm-with', 'is', 'has', 'in', 'near'] as const

const known = new Set<string>([...operators, 'streams', 'id'])

/** An operator without an operand, or a word that may have an operator. A word may be in quotation marks. */
const token = /(-?)([a-z_-]+):(?=\s|$)|(?:(-?)([a-z_-]+):)?(?:"((?:[^"\\]|\\.)*\\?)"?|(\S+))/gi

/** The usual name of an operator; undefined if the text is no operator. */
export function operatorOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const lower = text.toLowerCase()
  const operator = otherNames[lower] ?? lower.replaceAll('_', '-')
  return known.has(operator) ? operator : undefined
}

/** An operator with its operand, or a word. */
export interface Token {
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly isNegated: boolean
  /** Undefined for words to search for. */
  readonly operator: string | undefined
  readonly operand: string
  readonly isQuoted: boolean
}

/** Splits a text into tokens. */
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

/** How many plain words follow a token. They may belong to its operand. */
export function wordsAfter(tokens: readonly Token[], index: number): number {
  const end = tokens.findIndex(({ operator, isQuoted }, at) => at > index && (operator !== undefined || isQuoted))
  return (end === -1 ? tokens.length : end) - index - 1
}

/** An operator at the end of a text whose operand has no quotation marks. The operand has all words after the colon. */
export interface OpenOperand {
  readonly start: number
  readonly operator: string
  readonly isNegated: boolean
  readonly operand: string
}

/** The operator at the end of a text, if a space follows; null otherwise. */
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
