import type { Conversation, User } from '../../../../../client'
import { texts } from '../../../../i18n'
import type { Writer } from '../recipient'
import { ranked } from '../../../../lib/rank'
import { mostShown, type Suggestion } from './suggestion'

interface Mentioned {
  readonly names: readonly string[]
  readonly weight: number
  /** Made for the few that match best. */
  readonly suggestion: () => Suggestion
}

/** Lower comes first: those who will get the message, then people in recent direct messages. */
const weights = { told: 0, recent: 1, everybody: 2, group: 2, other: 3, bot: 4 }

/** Suggestions for a mention: people, groups, and everybody. */
export function mentionsFor(
  typed: string,
  { store, to, subscribers, isSilent }: Asked & { readonly isSilent: boolean },
): readonly Suggestion[] {
  const { realm_users, realm_user_groups, recent_private_conversations } = store.state
  const at = isSilent ? '@_' : '@'
  const recipientIds = new Set(to !== null && 'user_ids' in to ? to.user_ids : (subscribers ?? []))
  const recent = new Set(recent_private_conversations.value.flatMap(({ user_ids }) => user_ids))
  const shared = sharedNames(realm_users.value)

  const weightOf = ({ user_id, is_bot }: User): number => {
    if (recipientIds.has(user_id)) return weights.told
    if (recent.has(user_id)) return weights.recent
    return is_bot ? weights.bot : weights.other
  }
  // The best of thousands of people first, so that little has to be made for the others.
  const people = ranked(unmutedPeople(store), typed, {
    names: ({ full_name }) => [full_name],
    weight: weightOf,
    maxResults: mostShown,
    isSameList: true,
  })

  const all: Mentioned[] = [
    ...people.map((person) => ({
      names: [person.full_name],
      weight: weightOf(person),
      suggestion: () => ({
        key: `person ${person.user_id}`,
        label: person.full_name,
        ...(subscribers !== null && !recipientIds.has(person.user_id) && { hint: texts.compose.notTold }),
        text: `${at}**${person.full_name}${shared.has(person.full_name.toLowerCase()) ? `|${person.user_id}` : ''}** `,
        sign: { user_id: person.user_id, picture: person.avatar_url ?? null },
      }),
    })),
    ...realm_user_groups.value
      .filter(({ is_system_group }) => !is_system_group)
      .map(({ id, name, description }) => ({
        names: [name],
        weight: weights.group,
        suggestion: () => ({ key: `group ${id}`, label: name, hint: description, text: `${at}*${name}* ` }),
      })),
    ...['all', 'everyone'].map((name) => ({
      names: [name],
      weight: weights.everybody,
      suggestion: () => ({ key: name, label: name, hint: texts.compose.everybody, text: `${at}**${name}** ` }),
    })),
  ]
  const options = {
    names: ({ names }: Mentioned) => names,
    weight: ({ weight }: Mentioned) => weight,
    maxResults: mostShown,
  }
  return ranked(all, typed, options).map(({ suggestion }) => suggestion())
}

/** What the suggestions depend on. */
export interface Asked {
  readonly store: Writer['store']
  /** The conversation; null if no recipient is chosen. */
  readonly to: Conversation | null
  /** User ids of the stream's subscribers; null if they are not loaded, or outside of streams. */
  readonly subscribers: readonly number[] | null
}

const unmutedLists = new WeakMap<
  readonly User[],
  { readonly muted: readonly unknown[]; readonly list: readonly User[] }
>()

/** The people of the organization whom the user has not muted; the same list while nothing of that changes. */
function unmutedPeople({ state, users }: Asked['store']): readonly User[] {
  const everybody = state.realm_users.value
  const muted = state.muted_users.value
  const made = unmutedLists.get(everybody)
  if (made?.muted === muted) return made.list
  const list = everybody.filter(({ user_id }) => !users.isMuted(user_id))
  unmutedLists.set(everybody, { muted, list })
  return list
}

type People = readonly { readonly full_name: string }[]

const namesOfPeople = new WeakMap<People, ReadonlySet<string>>()

/** Names that several people have, in lower case. Found once for a list, because suggestions need them at each key. */
function sharedNames(people: People): ReadonlySet<string> {
  const known = namesOfPeople.get(people)
  if (known !== undefined) return known
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { full_name } of people) {
    const name = full_name.toLowerCase()
    if (seen.has(name)) shared.add(name)
    seen.add(name)
  }
  namesOfPeople.set(people, shared)
  return shared
}
