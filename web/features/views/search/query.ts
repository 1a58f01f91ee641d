import { addressOf, namesOf, type Store, type Term, type Terms } from '../../../../client'
import { tokensOf, wordsAfter } from './tokens'

/** What a text asks for. */
export interface Query {
  readonly terms: Terms
  readonly near: number | undefined
  /** The operator whose operand means nothing here. */
  readonly unknown: { readonly operator: string; readonly operand: string } | null
}
/** Operators whose operand is one of a few words. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  is: ['unread', 'mentioned', 'starred', 'private', 'resolved', 'alerted'],
  has: ['link', 'image', 'attachment'],
  in: ['home', 'all'],
  streams: ['public', 'web-public'],
}
/** Operators whose operand is a name, which may have several words. */
const named = new Set(['stream', 'sender', 'pm-with', 'group-pm-with'])

/** An operand as it is written: in quotation marks where it is no single word. */
const quoted = (text: string): string => (/^[^\s"\\]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)

/** An operator with its operand as it is written. */
export const written = (operator: string, operand: string): string => `${operator}:${quoted(operand)}`

/**
 * Reads what somebody searches for. A name that means nothing goes on with the words after it, until it means something:
 * names of several words need no quotation marks.
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
    const last = named.has(operator) && !isQuoted ? index + wordsAfter(tokens, index) : index
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

/** What an operand means; null if nothing here. */
function meaningOf(operator: string, operand: string, store: Store): Term['operand'] | null {
  const { streams, people, user_id } = namesOf(store)
  const lower = operand.trim().toLowerCase()
  const person = (text: string): number | null => {
    const name = text.trim().toLowerCase()
    const id = /\|(\d+)$/.exec(name)?.[1]
    if (name === 'me') return user_id
    const found = people.find((one) =>
      id === undefined ? one.full_name.toLowerCase() === name || one.email.toLowerCase() === name : one.user_id === +id,
    )
    return found?.user_id ?? null
  }
  switch (operator) {
    case 'stream':
      return streams.find(({ name }) => name.toLowerCase() === lower)?.stream_id ?? null
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

/** How somebody is named so that nobody else is meant. */
export function nameFor(id: number, store: Store): string {
  const { people } = namesOf(store)
  const name = people.find(({ user_id }) => user_id === id)?.full_name ?? ''
  const isShared = people.filter(({ full_name }) => full_name.toLowerCase() === name.toLowerCase()).length !== 1
  return isShared || /[,|]/.test(name) || name.toLowerCase() === 'me' ? `${name.replaceAll(',', '')}|${id}` : name
}

/** A narrow as somebody would write it. */
export function format(terms: Terms, store: Store): string {
  const { streams } = namesOf(store)
  return terms
    .map(({ operator, operand, negated }) => {
      if (operator === 'search') return String(operand)
      const text = Array.isArray(operand)
        ? operand.map((id) => nameFor(Number(id), store)).join(', ')
        : typeof operand === 'string'
          ? operand
          : operator === 'stream'
            ? (streams.find(({ stream_id }) => stream_id === operand)?.name ?? '')
            : nameFor(operand as number, store)
      return (negated ? '-' : '') + written(operator, text)
    })
    .join(' ')
}

/** The address of what is searched for, in this page. */
export const searchHref = ({ terms, near }: Query, store: Store): string =>
  addressOf(terms, namesOf(store), near).slice(1)
