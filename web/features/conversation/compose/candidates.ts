import type { User } from '../../../../client'
import { rank } from '../../../lib/rank'
import { searchPeople } from '../../people/search'
import type { Writer } from './recipient'

/** A stream or person that the user can write to. */
export type Candidate =
  | { readonly stream_id: number; readonly name: string; readonly color?: string }
  | { readonly user_id: number; readonly name: string; readonly picture: string | null | undefined }

type PersonCandidate = Extract<Candidate, { user_id: number }> & Pick<User, 'is_bot'>

export const keyOfCandidate = (one: Candidate): string =>
  'stream_id' in one ? `stream ${one.stream_id}` : `person ${one.user_id}`

const maxCandidates = 8

/** While nothing is typed, at least this many streams and people are offered, so that neither crowds out the other. */
const maxCandidatesOfKind = maxCandidates / 2

/** Streams and people that match the typed text. Without a text, those with the newest messages. */
export function candidatesFor(
  typed: string,
  { store }: Pick<Writer, 'store'>,
  chosen: readonly number[],
): readonly Candidate[] {
  const { realm_users, cross_realm_bots, subscriptions } = store.state
  const isWanted = ({ user_id }: User): boolean => !chosen.includes(user_id) && !store.users.isMuted(user_id)
  /** The best people. Candidates are made of these alone, because there may be thousands of others. */
  const firstPeople = (weight: (user: User) => number): PersonCandidate[] =>
    [
      ...searchPeople(realm_users.value, typed, { weight, isWanted, maxResults: maxCandidates }),
      ...cross_realm_bots.value.filter(isWanted),
    ].map(({ user_id, full_name, avatar_url, is_bot }) => ({ user_id, name: full_name, picture: avatar_url, is_bot }))
  const isIn = new Set(subscriptions.value.map(({ stream_id }) => stream_id))
  // Once a person is chosen, only more people can be added.
  const streams = chosen.length > 0 ? [] : [...store.streams.all.value.values()]
  if (typed !== '')
    return rank<Candidate>([...streams, ...firstPeople(() => 0)], typed, {
      names: ({ name }) => [name],
      weight: (one) => ('stream_id' in one ? (isIn.has(one.stream_id) ? 0 : 2) : 1),
      maxResults: maxCandidates,
    })

  const newest = newestMessages(store)
  /** Lower comes first. Bots without messages come last. */
  const ageOf = (one: Candidate | PersonCandidate): number =>
    'is_bot' in one ? ageOfPerson(one) : -(newest.get(keyOfCandidate(one)) ?? 0)
  const ageOfPerson = ({ user_id, is_bot }: Pick<User, 'user_id' | 'is_bot'>): number =>
    -(newest.get(`person ${user_id}`) ?? (is_bot ? -1 : 0))
  const first = <T extends Candidate>(all: readonly T[]): T[] =>
    rank(all, '', { names: ({ name }) => [name], weight: ageOf, maxResults: maxCandidates })
  const someStreams = first(streams.filter(({ stream_id }) => isIn.has(stream_id)))
  const somePeople = first(firstPeople(ageOfPerson))
  const countOfStreams = Math.max(maxCandidatesOfKind, maxCandidates - somePeople.length)
  const shown: Candidate[] = someStreams.slice(0, countOfStreams)
  shown.push(...somePeople.slice(0, maxCandidates - shown.length))
  return shown.toSorted((a, b) => ageOf(a) - ageOf(b))
}

/** The id of the newest message in each stream and with each person, by `keyOfCandidate`. */
function newestMessages({ messages, state, user_id: own_id }: Writer['store']): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  const note = (key: string, id: number): void => void newest.set(key, Math.max(id, newest.get(key) ?? 0))
  for (const { stream_id, id } of messages.values()) if (stream_id) note(`stream ${stream_id}`, id)
  for (const { user_ids, max_message_id } of state.recent_private_conversations.value)
    for (const user_id of user_ids) if (user_id !== own_id) note(`person ${user_id}`, max_message_id)
  return newest
}
