import { addressOf, namesOf, type Store, type Term, type Terms } from '../../../../client'
import { tokensOf, wordsAfter } from './tokens'

/** What a search text means. */
export interface Query {
  readonly terms: Terms
  readonly near: number | undefined
  /** The first operator whose operand means nothing here; null if all are known. */
  readonly unknown: { readonly operator: string; readonly operand: string } | null
}
/** Operators with a fixed set of operands. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  is: ['unread', 'mentioned', 'starred', 'private', 'resolved', 'alerted'],
  has: ['link', 'image', 'attachment'],
  in: ['home', 'all'],
  streams: ['public', 'web-public'],
}
/** Operators whose operand is a name, which may have several words. */
const nameOperators = new Set(['stream', 'sender', 'pm-with', 'group-pm-with'])

/** An operand as the user types it: in quotation marks unless it is a single word. */
const quoteOperand = (text: string): string => (/^[^\s"\\]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)

/** An operator with its operand, as the user types it. */
export const writeTerm = (operator: string, operand: string): string => `${operator}:${quoteOperand(operand)}`

/**
 * Reads a search. Names of several words need no quotation marks: the words after an unknown name are added to it, one by one,
 * until the name is known.
 */
export function parse(text: string, store: Store): Query {
  const terms: Term[] = []
  const words: string[] = []
  let unknown: Query['unknown'] = null
  let near: number | undefined
  const tokens = tokensOf(text)
  for (let index = 0; index < tokens.length; index += 1) {
    const { raw, end, operator, operand: first, isNegated, isQuoted } = tokens[index]!
    if (operator === undefined) {
      words.push(raw)
      continue
    }
    const last = nameOperators.has(operator) && !isQuoted ? index + wordsAfter(tokens, index) : index
    let operand = first
    let meant = meaningOf(operator, operand, store)
    while (meant === null && index < last) {
      index += 1
      operand = text.slice(end - first.length, tokens[index]!.end).trimStart()
      meant = meaningOf(operator, operand, store)
    }
    if (meant === null) unknown ??= { operator, operand }
    else if (operator === 'near') near = Number(operand)
    else terms.push({ operator, operand: meant, ...(isNegated && { negated: true }) })
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') })
  return { terms, near, unknown }
}

/** The value of an operand; null if it means nothing here. */
function meaningOf(operator: string, operand: string, store: Store): Term['operand'] | null {
  const { streams, people, user_id } = namesOf(store)
  const lower = operand.trim().toLowerCase()
  const person = (text: string): number | null => {
    const name = text.trim().toLowerCase()
    const id = /\|(\d+)$/.exec(name)?.[1]
    if (name === 'me') return user_id
    const found =
      id === undefined
        ? [...people.values()].find((one) => one.full_name.toLowerCase() === name || one.email.toLowerCase() === name)
        : people.get(+id)
    return found?.user_id ?? null
  }
  switch (operator) {
    case 'stream':
      return [...streams.values()].find(({ name }) => name.toLowerCase() === lower)?.stream_id ?? null
    case 'topic':
      return operand === '' ? null : operand
    case 'sender':
    case 'group-pm-with':
      return person(operand)
    case 'pm-with': {
      const ids = operand.split(',').map(person)
      return ids.includes(null) ? null : (ids as number[])
    }
    case 'near':
    case 'id':
      return /^\d{1,15}$/.test(operand) ? operand : null
    default:
      return choices[operator]?.includes(lower) === true ? lower : null
  }
}

/** A name for somebody that nobody else has. If necessary, it ends with the user id. */
export function nameFor(id: number, store: Store): string {
  const name = store.users.name(id) ?? ''
  const isShared =
    [...store.users.all.value.values()].filter(({ full_name }) => full_name.toLowerCase() === name.toLowerCase())
      .length !== 1
  return isShared || /[,|]/.test(name) || name.toLowerCase() === 'me' ? `${name.replaceAll(',', '')}|${id}` : name
}

/** A narrow as the user would type it. */
export function format(terms: Terms, store: Store): string {
  return terms
    .map(({ operator, operand, negated }) => {
      if (operator === 'search') return String(operand)
      const text = Array.isArray(operand)
        ? operand.map((id) => nameFor(Number(id), store)).join(', ')
        : typeof operand === 'string'
          ? operand
          : operator === 'stream'
            ? (store.streams.get(Number(operand))?.name ?? '')
            : nameFor(operand as number, store)
      return (negated ? '-' : '') + writeTerm(operator, text)
    })
    .join(' ')
}

/** The address of a search within this page. */
export const searchHref = ({ terms, near }: Query, store: Store): string =>
  addressOf(terms, namesOf(store), near).slice(1)
