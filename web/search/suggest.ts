import { namesOf, termsOfConversation, type Store } from '../../client'
import type { Subscription, User } from '../../client/api'
import { laterWords } from '../later-words'
import { isConversation, type Place } from '../places'
import { ranked } from '../rank'
import { choices, format, nameFor, operators, parse, written } from './query'

/** Something that a search may go on with. */
export interface Suggestion {
  readonly key: string
  readonly label: string
  readonly hint?: string
  /** What stands in the box then. */
  readonly text: string
  /** Whether it is all that is meant, and is opened. */
  readonly isWhole?: boolean
  readonly person?: Pick<User, 'user_id' | 'full_name' | 'avatar_url'>
  readonly color?: string
}

interface Asked {
  readonly store: Store
  readonly place: Place | null
  readonly recent: readonly string[]
  /** Topics of a stream that answer what was typed. */
  readonly topicsLike: (stream_id: number, typed: string) => readonly string[]
}

const most = 5

/** The word at the end of a text, perhaps of an operator. */
const atEnd = /(?:^|\s)(-?)(?:([a-z_-]+):)?("(?:[^"\\]|\\.)*|\S*)$/

/** What the end of a text may be going to say. */
export function suggestionsFor(text: string, asked: Asked): readonly Suggestion[] {
  const [, sign = '', operator, last = ''] = atEnd.exec(text) ?? []
  const typed = last.replace(/^"/, '')
  const before = text.slice(
    0,
    text.length - last.length - (operator === undefined ? 0 : operator.length + 1) - sign.length,
  )
  const put = (rest: string, first = ''): string => `${before}${first}${sign}${rest} `
  const found = { ...asked, typed, put, before }
  switch (operator) {
    case undefined:
      return text.trim() === ''
        ? atFirst(asked)
        : [...operatorsFor(found), ...people(found, 'sender'), ...streams(found), ...topics(found)]
    case 'sender':
    case 'from':
      return people(found, 'sender')
    case 'pm-with':
    case 'dm':
    case 'group-pm-with':
      return people(found, operator === 'dm' ? 'pm-with' : operator)
    case 'stream':
    case 'channel':
      return streams(found)
    case 'topic':
      return topics(found)
    default:
      return chosen(found, operator)
  }
}

interface Found extends Asked {
  readonly typed: string
  /** What stands before it. */
  readonly before: string
  readonly put: (rest: string, first?: string) => string
}

/** Here, what was searched for before, and what one may write. */
function atFirst({ store, place, recent }: Asked): readonly Suggestion[] {
  const { search: said } = laterWords
  const here: Suggestion[] = []
  if (isConversation(place)) {
    const text = format(termsOfConversation(place, store.user_id), store)
    here.push({ key: 'here', label: said.here, hint: text, text: `${text} ` })
  }
  return [
    ...here,
    ...recent
      .slice(0, most)
      .map((one) => ({ key: `recent ${one}`, label: one, hint: said.recent, text: one, isWhole: true })),
    ...operators.map((one) => ({ key: one, label: `${one}:`, hint: said.operators[one], text: `${one}:` })),
  ]
}

function operatorsFor({ typed, put }: Found): readonly Suggestion[] {
  return ranked(operators, typed, { names: (one) => [one], most }).map((one) => ({
    key: one,
    label: `${one}:`,
    hint: laterWords.search.operators[one],
    text: put(`${one}:`).trimEnd(),
  }))
}

function chosen({ typed, put }: Found, operator: string): readonly Suggestion[] {
  const hints: Readonly<Record<string, string>> = laterWords.search.choices
  return ranked(choices[operator] ?? [], typed, { names: (one) => [one], most: 8 }).map((one) => ({
    key: one,
    label: `${operator}:${one}`,
    ...(hints[one] !== undefined && { hint: hints[one] }),
    text: put(written(operator, one)),
  }))
}

function people({ typed, put, store }: Found, operator: string): readonly Suggestion[] {
  const users = store.state.realm_users.value
  return ranked(users, typed, {
    names: ({ full_name }) => [full_name],
    weight: ({ is_bot }) => Number(is_bot),
    most,
  }).map((person) => ({
    key: `${operator} ${person.user_id}`,
    label: person.full_name,
    hint: laterWords.search.people[operator === 'sender' ? 'sender' : 'with'],
    text: put(written(operator, nameFor(person.user_id, store))),
    person,
  }))
}

function streams({ typed, put, store }: Found): readonly Suggestion[] {
  const colors = new Map(store.state.subscriptions.value.map((one: Subscription) => [one.stream_id, one.color]))
  return ranked(namesOf(store).streams, typed, {
    names: ({ name }) => [name],
    weight: ({ stream_id }) => Number(!colors.has(stream_id)),
    most,
  }).map(({ stream_id, name }) => ({
    key: `stream ${stream_id}`,
    label: name,
    hint: laterWords.search.stream,
    text: put(written('stream', name)),
    color: colors.get(stream_id) ?? 'var(--g5)',
  }))
}

/** Topics of the stream that was named before, or that is open. */
function topics({ typed, put, store, place, before, topicsLike }: Found): readonly Suggestion[] {
  const named = parse(before, store).terms.findLast(({ operator, negated }) => operator === 'stream' && !negated)
  const open = place !== null && 'stream_id' in place ? place.stream_id : undefined
  const stream_id = (named?.operand as number | undefined) ?? open
  const stream = namesOf(store).streams.find((one) => one.stream_id === stream_id)
  if (stream === undefined) return []
  const prefix = named === undefined ? `${written('stream', stream.name)} ` : ''
  return topicsLike(stream.stream_id, typed)
    .slice(0, most)
    .map((topic) => ({
      key: `topic ${topic}`,
      label: topic,
      hint: laterWords.search.topicOf(stream.name),
      text: put(written('topic', topic), prefix),
    }))
}
