import type { Conversation } from '../../../../../client'
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
  const people = realm_users.value.filter(({ user_id }) => !store.users.isMuted(user_id))
  const at = isSilent ? '@_' : '@'
  const recipientIds = new Set(to !== null && 'user_ids' in to ? to.user_ids : (subscribers ?? []))
  const recent = new Set(recent_private_conversations.value.flatMap(({ user_ids }) => user_ids))
  const shared = sharedNames(realm_users.value)

  const all: Mentioned[] = [
    ...people.map(({ user_id, full_name, is_bot, avatar_url }) => ({
      names: [full_name],
      weight: recipientIds.has(user_id)
        ? weights.told
        : recent.has(user_id)
          ? weights.recent
          : is_bot
            ? weights.bot
            : weights.other,
      suggestion: () => ({
        key: `person ${user_id}`,
        label: full_name,
        ...(subscribers !== null && !recipientIds.has(user_id) && { hint: texts.compose.notTold }),
        text: `${at}**${full_name}${shared.has(full_name.toLowerCase()) ? `|${user_id}` : ''}** `,
        sign: { user_id, picture: avatar_url ?? null },
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
