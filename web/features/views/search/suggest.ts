import { termsOfConversation } from '../../../../client'
import { texts } from '../../../i18n'
import { isConversation } from '../../../routes/routes'
import { operandChoices, conversations, operatorsFor, people, streams, topics } from './completions'
import type { CompletionContext, Completions, Suggestion } from './completions'
import { format, parse } from './query'
import { openOperandOf, operatorOf, operators } from './tokens'

/** Most recent searches that are offered. */
const maxRecentSearches = 5

/** The word at the end of a text, with its operator if it has one. */
const atEnd = /(?:^|\s)(-?)(?:([a-z_-]+):)?("(?:[^"\\]|\\.)*|\S*)$/i

/** Suggestions for the end of a text. */
export function suggestionsFor(text: string, context: CompletionContext): readonly Suggestion[] {
  if (text.trim() === '') return suggestAtFirst(context)
  const longer = completeWords(text, context)
  if (longer.isNeeded) return longer.items
  const [, sign = '', written, last = ''] = atEnd.exec(text) ?? []
  const before = written === undefined ? '' : `${written}:`
  const operator = operatorOf(written)
  const typed = (operator === undefined ? before : '') + last.replace(/^"/, '')
  const start = text.length - last.length - before.length - sign.length
  const found = completionsAt(text.slice(0, start), sign, typed, context)
  if (operator !== undefined) return completeOperand(operator, found)
  const words = [...operatorsFor(found), ...people(found, 'sender'), ...streams(found), ...topics(found)]
  return [...longer.items, ...words, ...wholeSearches(text, context)]
}

/** Completions for an operand of several words. `isNeeded`: the text means nothing without one. */
function completeWords(text: string, context: CompletionContext): { items: readonly Suggestion[]; isNeeded: boolean } {
  const open = openOperandOf(text)
  if (open === null) return { items: [], isNeeded: false }
  const { start, operator, isNegated, operand } = open
  const foundFor = (typed: string): Completions =>
    completionsAt(text.slice(0, start), isNegated ? '-' : '', typed, context)
  const items = completeOperand(operator, foundFor(operand))
  if (parse(text, context.store).unknown !== null)
    return { items: items.map((one) => ({ ...one, isNeeded: true })), isNeeded: true }
  const [first = '', ...others] = operand.split(/\s+/)
  if (others.length === 0 || items.length === 0) return { items: [], isNeeded: false }
  if (operator !== 'topic') return { items, isNeeded: false }
  // A topic may have any name. If the first word alone is a known topic, the rest may be something else.
  const isKnown = topics(foundFor(first)).some(({ label }) => label.toLowerCase() === first.toLowerCase())
  return { items: items.map((one) => ({ ...one, isNeeded: !isKnown })), isNeeded: !isKnown }
}

function completionsAt(before: string, sign: string, typed: string, context: CompletionContext): Completions {
  return { ...context, typed, before, put: (rest, first = '') => `${before}${first}${sign}${rest} ` }
}

function completeOperand(operator: string, found: Completions): readonly Suggestion[] {
  switch (operator) {
    case 'sender':
    case 'group-pm-with':
      return people(found, operator)
    case 'pm-with':
      return conversations(found)
    case 'stream':
      return streams(found)
    case 'topic':
      return topics(found)
    default:
      return operandChoices(found, operator)
  }
}

/** Suggestions for an empty box: the open conversation, recent searches, and operators. */
function suggestAtFirst({ store, place, recent }: CompletionContext): readonly Suggestion[] {
  const { search: t } = texts
  const here: Suggestion[] = []
  if (isConversation(place)) {
    const text = format(termsOfConversation(place, store.user_id), store)
    here.push({ key: 'here', label: t.here, hint: text, text: `${text} ` })
  }
  return [
    ...here,
    ...recent
      .slice(0, maxRecentSearches)
      .map((one) => ({ key: `recent ${one}`, label: one, hint: t.recent, text: one, isWhole: true })),
    ...operators.map((one) => ({ key: one, label: `${one}:`, hint: t.operators[one], text: `${one}:` })),
  ]
}

/** The search as typed: in the open conversation, and everywhere. */
function wholeSearches(text: string, { store, place }: CompletionContext): readonly Suggestion[] {
  const { search: t } = texts
  const { terms, unknown } = parse(text, store)
  if (unknown !== null || !terms.some(({ operator }) => operator === 'search')) return []
  const whole = text.trim()
  const isSomewhere = terms.some(({ operator }) => places.has(operator))
  const here = isConversation(place) && !isSomewhere ? format(termsOfConversation(place, store.user_id), store) : null
  return [
    ...(here === null
      ? []
      : [{ key: 'whole here', label: whole, hint: t.wordsHere, text: `${here} ${whole}`, isWhole: true }]),
    { key: 'whole', label: whole, hint: isSomewhere ? t.words : t.wordsEverywhere, text: whole, isWhole: true },
  ]
}

/** Operators that say where a message was sent. */
const places = new Set(['stream', 'topic', 'pm-with', 'group-pm-with', 'id'])
