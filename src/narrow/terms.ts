import { z } from 'zod'
import { refused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'

/** Maximal number of terms: each may bind a value, and D1 allows 100. */
const maxTerms = 80
const longestOperand = 1000

/**
 * Terms that restrict which messages are meant, at most 80; all of them must hold. Each is an object with `operator`,
 * `operand` and perhaps `negated`, or the older form, a pair of strings. Without terms all messages are meant.
 */
// Only the shape: `parseNarrow` checks the rest, whose refusals have other codes.
export const narrowSchema = z
  .array(z.union([z.record(z.string(), z.unknown()), z.tuple([z.string(), z.string()])]))
  .max(maxTerms)

const termSchema = z.object({
  operator: z.string().max(longestOperand),
  operand: z.union([z.string().max(longestOperand), z.int(), z.array(z.int()).max(longestOperand)]),
  negated: z.boolean().default(false),
})

type WireTerm = z.infer<typeof termSchema>

/** Terms that name nothing which has to be looked up. */
type PlainTerm =
  | { operator: 'streams'; operand: 'public' | 'web-public' }
  | { operator: 'topic'; topic_key: string }
  | { operator: 'is'; operand: 'private' | 'starred' | 'unread' | 'mentioned' | 'alerted' | 'resolved' }
  | { operator: 'in'; operand: 'home' | 'all' }
  | { operator: 'has'; operand: 'link' | 'image' | 'attachment' }
  | { operator: 'id'; message_id: number }
  | { operator: 'near' }

/** One condition of a narrow, in the form of the request. All terms must hold. */
export type Term = { negated: boolean } & (
  | PlainTerm
  | { operator: 'stream' | 'sender' | 'group-pm-with'; operand: string | number }
  | { operator: 'pm-with'; operand: string | number[] }
  | { operator: 'search'; query: string }
)

/** A term with the ids of what it names, and with its search query parsed. */
export type ResolvedTerm = { negated: boolean } & (
  | PlainTerm
  /**
   * `readable`: the viewer may read all messages of the stream, received or not. `hasAccess`: they may read the current state of
   * what they received there.
   */
  | { operator: 'stream'; stream_id: number; readable: boolean; hasAccess: boolean }
  | { operator: 'sender'; user_id: number }
  | { operator: 'group-pm-with'; user_id: number }
  /** The viewer's conversation with exactly these people; null while they never talked. */
  | { operator: 'pm-with'; conversation_id: number | null }
  | { operator: 'search'; search: Search }
)

/** What a full-text search looks for. */
export interface Search {
  /** All must occur, in any form. Without any, nothing is found. */
  words: string[]
  /** All must occur literally, in any case. */
  phrases: string[]
}

/** The terms of a narrow. Refuses malformed and meaningless ones (narrow, Wire form, Operators). */
export const parseNarrow = (narrow: z.infer<typeof narrowSchema>): Term[] =>
  narrow.map((item) => {
    const [operator, operand] = Array.isArray(item) ? item : []
    const parsed = termSchema.safeParse(Array.isArray(item) ? { operator, operand } : item)
    if (parsed.success) return parseTerm(parsed.data)
    const issue = parsed.error.issues[0]!
    throw refused(`narrow.${issue.path.join('.')}: ${issue.message}`)
  })

function parseTerm(term: WireTerm): Term {
  const { operator, operand, negated } = term
  switch (operator) {
    case 'stream':
    case 'sender':
      return { operator, operand: nameOrId(term), negated }
    case 'group-pm-with':
    case 'group_pm_with':
      return { operator: 'group-pm-with', operand: nameOrId(term), negated }
    case 'pm-with':
    case 'pm_with':
      return { operator: 'pm-with', operand: Array.isArray(operand) ? operand : string(term), negated }
    case 'topic':
      return { operator, topic_key: foldCase(string(term)), negated }
    case 'streams':
      return { operator, operand: oneOf(['public', 'web-public'], term), negated }
    case 'is':
      return {
        operator,
        operand: oneOf(['private', 'starred', 'unread', 'mentioned', 'alerted', 'resolved'], term),
        negated,
      }
    case 'has':
      return { operator, operand: oneOf(['link', 'image', 'attachment'], term), negated }
    case 'in':
      return { operator, operand: oneOf(['home', 'all'], term), negated: false }
    case 'near':
      string(term)
      return { operator, negated: false }
    case 'id':
      return { operator, message_id: messageId(string(term)), negated }
    case 'search':
      if (string(term).trim() === '') throw refused('A search must not be blank')
      return { operator, query: string(term), negated }
    default:
      string(term)
      throw badNarrow(`unknown operator ${operator}`)
  }
}

function string({ operator, operand }: WireTerm): string {
  if (typeof operand !== 'string') throw refused(`Invalid operand for the narrow operator '${operator}'`)
  return operand
}

const nameOrId = (term: WireTerm): string | number => (typeof term.operand === 'number' ? term.operand : string(term))

function oneOf<const Operand extends string>(operands: readonly Operand[], term: WireTerm): Operand {
  const operand = string(term)
  const found = operands.find((one) => one === operand)
  if (found === undefined) throw badNarrow(`unknown '${term.operator}' operand ${operand}`)
  return found
}

/** Digits only; a number too large to be exact names no message. */
function messageId(digits: string): number {
  if (!/^\d+$/.test(digits)) throw badNarrow('invalid message id')
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** Makes all search terms one, which cannot be negated (narrow, Full-text search). */
export function joinSearches(terms: readonly Term[]): Term[] {
  const queries = terms.flatMap((term) => (term.operator === 'search' ? [term.query] : []))
  const others = terms.filter(({ operator }) => operator !== 'search')
  return queries.length === 0 ? others : [...others, { operator: 'search', query: queries.join(' '), negated: false }]
}

/** A narrow that is well-formed but means nothing. */
export const badNarrow = (desc: string) => refused(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc })
