import { type Store, type Subscription, type User } from '../../../../client'
import { texts } from '../../../i18n'
import type { Route } from '../../../routes/routes'
import { rank } from '../../../lib/rank'
import { searchPeople } from '../../people/search'
import { choices, format, nameFor, parse, writeTerm } from './query'
import { operators } from './tokens'

/** A way to go on with a search. */
export interface Suggestion {
  readonly key: string
  readonly label: string
  readonly hint?: string
  /** The text of the search box after the choice. */
  readonly text: string
  /** Whether the choice also runs the search. */
  readonly isWhole?: boolean
  /** Whether the typed text has no meaning without this completion. Then Enter chooses it. */
  readonly isNeeded?: boolean
  readonly person?: Pick<User, 'user_id' | 'full_name' | 'avatar_url'>
  readonly color?: string
}

export interface CompletionContext {
  readonly store: Store
  readonly place: Route | null
  readonly recent: readonly string[]
  /** Topics of a stream that match the typed text. */
  readonly topicsLike: (stream_id: number, typed: string) => readonly string[]
}

/** The end of a text, and how to complete it. */
export interface Completions extends CompletionContext {
  readonly typed: string
  /** The text before it. */
  readonly before: string
  /** The whole text, with `rest` in place of what was typed and `first` before it. */
  readonly put: (rest: string, first?: string) => string
}

const maxCompletions = 5

export function operatorsFor({ typed, put }: Completions): readonly Suggestion[] {
  return rank(operators, typed, { names: (one) => [one], maxResults: maxCompletions }).map((one) => ({
    key: one,
    label: `${one}:`,
    hint: texts.search.operators[one],
    text: put(`${one}:`).trimEnd(),
  }))
}

export function operandChoices({ typed, put }: Completions, operator: string): readonly Suggestion[] {
  const hints: Readonly<Record<string, string>> = texts.search.choices
  return rank(choices[operator] ?? [], typed, { names: (one) => [one], maxResults: 8 }).map((one) => ({
    key: one,
    label: `${operator}:${one}`,
    ...(hints[one] !== undefined && { hint: hints[one] }),
    text: put(writeTerm(operator, one)),
  }))
}

export function people({ typed, put, store }: Completions, operator: string): readonly Suggestion[] {
  return searchPeople(store.state.realm_users.value, typed, {
    weight: ({ is_bot }) => Number(is_bot),
    maxResults: maxCompletions,
  }).map((person) => ({
    key: `${operator} ${person.user_id}`,
    label: person.full_name,
    hint: texts.search.people[operator === 'sender' ? 'sender' : 'with'],
    text: put(writeTerm(operator, nameFor(person.user_id, store))),
    person,
  }))
}

/** People for `pm-with`. After a comma, they complete the last name, and the names before it stay. */
export function conversations(found: Completions): readonly Suggestion[] {
  const { typed, store, put } = found
  const comma = typed.lastIndexOf(',')
  if (comma === -1) return people(found, 'pm-with')
  const others = parse(writeTerm('pm-with', typed.slice(0, comma)), store).terms.at(0)
  if (others === undefined) return []
  const ids = others.operand as readonly number[]
  return people({ ...found, typed: typed.slice(comma + 1) }, 'pm-with')
    .filter(({ person }) => !ids.includes(person!.user_id))
    .map((one) => ({
      ...one,
      text: put(format([{ ...others, operand: [...ids, one.person!.user_id] }], store)),
    }))
}

export function streams({ typed, put, store }: Completions): readonly Suggestion[] {
  const colors = new Map(store.state.subscriptions.value.map((one: Subscription) => [one.stream_id, one.color]))
  return rank([...store.streams.all.value.values()], typed, {
    names: ({ name }) => [name],
    weight: ({ stream_id }) => Number(!colors.has(stream_id)),
    maxResults: maxCompletions,
  }).map(({ stream_id, name }) => ({
    key: `stream ${stream_id}`,
    label: name,
    hint: texts.search.stream,
    text: put(writeTerm('stream', name)),
    color: colors.get(stream_id) ?? 'var(--border-strong)',
  }))
}

/** Topics of the stream that the text names, or of the open stream. */
export function topics({ typed, put, store, place, before, topicsLike }: Completions): readonly Suggestion[] {
  const named = parse(before, store).terms.findLast(({ operator, negated }) => operator === 'stream' && !negated)
  const open = place !== null && 'stream_id' in place ? place.stream_id : undefined
  const stream_id = (named?.operand as number | undefined) ?? open
  const stream = store.streams.get(stream_id)
  if (stream === undefined) return []
  const prefix = named === undefined ? `${writeTerm('stream', stream.name)} ` : ''
  return topicsLike(stream.stream_id, typed)
    .slice(0, maxCompletions)
    .map((topic) => ({
      key: `topic ${topic}`,
      label: topic,
      hint: texts.search.topicOf(stream.name),
      text: put(writeTerm('topic', topic), prefix),
    }))
}
