import type { Message } from '../api'
import type { Store } from '../store/store'
import { foldedTopic, historyOf, mutesOf, type Term, type Terms } from './terms'

type Matches = (message: Message) => boolean

/** Flags that `is` asks for. `unread` is the flag that is not there. */
export const flagsOf: Readonly<Record<string, readonly string[]>> = {
  starred: ['starred'],
  mentioned: ['mentioned', 'wildcard_mentioned'],
  alerted: ['has_alert_word'],
  unread: ['read'],
}

/**
 * Tells which messages match a narrow, of those that the reader may see; null if only the server can tell. It takes the
 * mutes as they are now. A message with the flag `historical` is not held, unless it is among those that were `touched`.
 */
export function matcher(
  terms: Terms,
  store: Pick<Store, 'state' | 'streams' | 'user_id'>,
  touched?: ReadonlySet<number>,
): Matches | null {
  const matches: Matches[] = []
  for (const term of terms) {
    const one = matcherOf(term, store)
    if (one === null) return null
    matches.push(term.negated && !/^(in|near)$/.test(term.operator) ? (message) => !one(message) : one)
  }
  if (historyOf(terms) === null) matches.push(({ id, flags }) => !flags.includes('historical') || !!touched?.has(id))
  const [first = () => true, ...others] = matches
  return others.reduce((one, other) => (message) => one(message) && other(message), first)
}

function matcherOf({ operator, operand }: Term, store: Pick<Store, 'state' | 'streams' | 'user_id'>): Matches | null {
  switch (operator) {
    case 'stream':
      return (message) => message.stream_id === operand
    case 'topic': {
      const key = foldedTopic(operand)
      const isSame = memoize(
        ({ subject }) => subject,
        ({ subject }) => foldedTopic(subject) === key,
      )
      return (message) => message.stream_id !== undefined && isSame(message)
    }
    case 'sender':
      return (message) => message.sender_id === operand
    case 'id':
      return (message) => message.id === +(operand as string)
    case 'near':
      return () => true
    case 'pm-with': {
      if (!Array.isArray(operand)) return null
      const people = new Set([...(operand as number[]), store.user_id])
      return ofPeople((ids) => ids.length === people.size && ids.every((id) => people.has(id)))
    }
    case 'group-pm-with':
      return ofPeople((ids) => ids.length > 2 && ids.includes(operand as number))
    case 'in': {
      const mutes = mutesOf(store)
      return operand === 'home' ? ({ stream_id, subject }) => !mutes({ stream_id, topic: subject }) : () => true
    }
    case 'is':
      return quality(operand as string)
  }
  return null
}

function quality(operand: string): Matches | null {
  if (operand === 'private') return ({ type }) => type === operand
  if (operand === 'resolved') return ({ type, subject }) => type === 'stream' && subject.startsWith('✔ ')
  const wanted = Object.hasOwn(flagsOf, operand) && flagsOf[operand]
  return wanted ? ({ flags }) => wanted.some((flag) => flags.includes(flag)) !== (operand === 'unread') : null
}

/** Looks at the people of each conversation once. */
function ofPeople(isMeant: (ids: number[]) => boolean): Matches {
  const isSame = memoize(
    ({ recipient_id }) => recipient_id,
    ({ display_recipient }) => isMeant((display_recipient as { id: number }[]).map(({ id }) => id)),
  )
  return (message) => message.stream_id === undefined && isSame(message)
}

/** Answers once for all messages that have something in common. */
function memoize(keyOf: (message: Message) => unknown, matches: Matches): Matches {
  const known = new Map<unknown, boolean>()
  return (message) => {
    const key = keyOf(message)
    let is = known.get(key)
    if (is === undefined) known.set(key, (is = matches(message)))
    return is
  }
}
