import { addressOf, namesOf, type Store, type Term, type Terms } from '../../client'

/** What a text asks for. */
export interface Query {
  readonly terms: Terms
  readonly near: number | undefined
  /** The operator whose operand means nothing here. */
  readonly unknown: { readonly operator: string; readonly operand: string } | null
}

/** Names that people know from elsewhere. */
const otherNames: Readonly<Record<string, string>> = {
  channel: 'stream',
  dm: 'pm-with',
  'dm-including': 'group-pm-with',
  from: 'sender',
  subject: 'topic',
}

/** Operators whose operand is one of a few words. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  is: ['unread', 'mentioned', 'starred', 'private', 'resolved', 'alerted'],
  has: ['link', 'image', 'attachment'],
  in: ['home', 'all'],
  streams: ['public', 'web-public'],
}

export const operators = ['stream', 'topic', 'sender', 'pm-with', 'group-pm-with', 'is', 'has', 'in', 'near'] as const

const known = new Set<string>([...operators, 'streams', 'id'])

const token = /(?:(-?)([a-z_-]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S+))|(-?)([a-z_-]+):(?=\s|$)/g

const unquoted = (text: string): string => text.replace(/\\(.)/g, '$1')

/** An operand as it is written: in quotation marks where it is no single word. */
const quoted = (text: string): string => (/^[^\s"\\]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)

/** An operator with its operand as it is written. */
export const written = (operator: string, operand: string): string => `${operator}:${quoted(operand)}`

/** Reads what somebody searches for. */
export function parse(text: string, store: Store): Query {
  const terms: Term[] = []
  const words: string[] = []
  let unknown: Query['unknown'] = null
  let near: number | undefined
  for (const [raw, sign, name, inQuotes, plain, emptySign, emptyName] of text.matchAll(token)) {
    const said = name ?? emptyName
    const operator = said === undefined ? undefined : (otherNames[said] ?? said.replaceAll('_', '-'))
    if (operator === undefined || !known.has(operator)) {
      words.push(raw)
      continue
    }
    const operand = inQuotes === undefined ? (plain ?? '') : unquoted(inQuotes)
    const meant = meaningOf(operator, operand, store)
    if (meant === null) unknown ??= { operator, operand }
    else if (operator === 'near') near = Number(operand)
    else terms.push({ operator, operand: meant, ...((sign ?? emptySign) && { negated: true }) })
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
  return isShared || /[,|]/.test(name) ? `${name.replaceAll(',', '')}|${id}` : name
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
export const hashOf = ({ terms, near }: Query, store: Store): string => addressOf(terms, namesOf(store), near).slice(1)
