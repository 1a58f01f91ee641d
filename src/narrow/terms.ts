import { z } from 'zod'
import { refused } from '../core/base/errors'

/** One restriction of a narrow. All terms must hold. */
export interface Term {
  operator: string
  operand: string | number | number[]
  negated: boolean
}

/** Each may bind a value, of which D1 takes 100. */
const mostTerms = 80
const longestOperand = 1000

/**
 * Terms that restrict which messages are meant, at most 80; all of them must hold. Each is an object with `operator`,
 * `operand` and perhaps `negated`, or the older form, a pair of strings. Without terms all messages are meant.
 */
// Only the shape: `parseNarrow` checks the rest, whose refusals have other codes.
export const narrowSchema = z
  .array(z.union([z.record(z.string(), z.unknown()), z.tuple([z.string(), z.string()])]))
  .max(mostTerms)

/** How older clients write some operators. */
const otherSpellings = new Map([
  ['pm_with', 'pm-with'],
  ['group_pm_with', 'group-pm-with'],
])

const termSchema = z.object({
  operator: z
    .string()
    .max(longestOperand)
    .transform((operator) => otherSpellings.get(operator) ?? operator),
  operand: z.union([z.string().max(longestOperand), z.int(), z.array(z.int()).max(longestOperand)]),
  negated: z.boolean().default(false),
})

/** Operators whose operand may be an id, and those where it may be a list of ids; all others take a string. */
const takesId = new Set(['stream', 'sender', 'group-pm-with'])
const takesIds = new Set(['pm-with'])

/** The terms of a narrow; refuses what is no term (narrow, Wire form). */
export function parseNarrow(narrow: z.infer<typeof narrowSchema>): Term[] {
  return narrow.map((item) => {
    const [operator, operand] = Array.isArray(item) ? item : []
    const parsed = termSchema.safeParse(Array.isArray(item) ? { operator, operand } : item)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!
      throw refused(`narrow.${issue.path.join('.')}: ${issue.message}`)
    }
    const term = parsed.data
    const fits =
      typeof term.operand === 'string' ||
      (typeof term.operand === 'number' && takesId.has(term.operator)) ||
      (Array.isArray(term.operand) && takesIds.has(term.operator))
    if (!fits) throw refused(`Invalid operand for the narrow operator '${term.operator}'`)
    if (term.operator === 'search' && String(term.operand).trim() === '') throw refused('A search must not be blank')
    return term
  })
}

/** A narrow that is well-formed but means nothing. */
export const badNarrow = (desc: string) => refused(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc })
