import type { Conversation, User } from '../../../../../client'
import { texts } from '../../../../i18n'
import { searchPeople } from '../../../people/search'
import type { Writer } from '../recipient'
import { inIdleTime } from '../../../../lib/idle'
import { rank } from '../../../../lib/rank'
import { maxSuggestions, type Suggestion } from './suggestion'

interface MentionCandidate {
  readonly names: readonly string[]
  readonly weight: number
  /** Made for the few that match best. */
  readonly suggestion: () => Suggestion
}

/** Lower comes first: those who will get the message, then people in recent direct messages. */
const weights = { recipient: 0, recent: 1, everybody: 2, group: 2, other: 3, bot: 4 }

/** Suggestions for a mention: people, groups, and everybody. */
export function mentionsFor(
  typed: string,
  { isSilent, ...request }: SuggestionContext & { readonly isSilent: boolean },
): readonly Suggestion[] {
  const { store, subscribers } = request
  const at = isSilent ? '@_' : '@'
  const users = store.state.realm_users.value
  const shared = sharedNames(users)
  const { recipientIds, weightOf } = contextOf(request)
  // The best of thousands of people first, so that little has to be made for the others.
  const people = searchPeople(users, typed, {
    weight: weightOf,
    isWanted: ({ user_id }) => !store.users.isMuted(user_id),
    maxResults: maxSuggestions,
  })

  const all: MentionCandidate[] = [
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
    ...store.state.realm_user_groups.value
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
    names: ({ names }: MentionCandidate) => names,
    weight: ({ weight }: MentionCandidate) => weight,
    maxResults: maxSuggestions,
  }
  return rank(all, typed, options).map(({ suggestion }) => suggestion())
}

/** Looks through all people when the browser has time, so that the first key of a name finds everything in order. */
export function prepareMentions({ state }: Writer['store']): void {
  const users = state.realm_users.value
  searchPeople.prepare(users)
  inIdleTime(() => {
    sharedNames(users)
    return true
  })
}

/** What the suggestions depend on. */
export interface SuggestionContext {
  readonly store: Writer['store']
  /** The conversation; null if no recipient is chosen. */
  readonly to: Conversation | null
  /** User ids of the stream's subscribers; null if they are not loaded, or outside of streams. */
  readonly subscribers: readonly number[] | null
}

/** How likely a mention means somebody. */
interface Context {
  /** Who will get the message anyway. */
  readonly recipientIds: ReadonlySet<number>
  readonly weightOf: (person: User) => number
}

let lastContext: { readonly inputs: readonly unknown[]; readonly context: Context } | null = null

/** Makes it only if something has changed: a stream may have thousands of subscribers, and each key needs it. */
function contextOf({ store, to, subscribers }: SuggestionContext): Context {
  const { recent_private_conversations } = store.state
  const inputs = [recent_private_conversations.value, to, subscribers]
  if (lastContext?.inputs.every((one, index) => one === inputs[index])) return lastContext.context

  const recipientIds = new Set(to !== null && 'user_ids' in to ? to.user_ids : (subscribers ?? []))
  const recent = new Set(recent_private_conversations.value.flatMap(({ user_ids }) => user_ids))
  const context: Context = {
    recipientIds,
    weightOf({ user_id, is_bot }) {
      if (recipientIds.has(user_id)) return weights.recipient
      if (recent.has(user_id)) return weights.recent
      return is_bot ? weights.bot : weights.other
    },
  }
  lastContext = { inputs, context }
  return context
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
