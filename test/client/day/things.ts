import type { Message, State } from '../../../client/api'
import type { Person } from '../../kit'
import type { Chance } from './chance'

/** A person, and the state and messages that the person's client has at that moment. */
export interface Actor {
  readonly person: Person
  readonly state: State
  readonly messages: readonly Message[]
}

export const topics = ['tides', 'Tides', 'ships', 'wind', '✔ wind', 'weather today']

const emojiCodes = { wave: '1f44b', thumbs_up: '1f44d', heart: '2764', octopus: '1f419' }

export const emoji = Object.entries(emojiCodes).map(([emoji_name, emoji_code]) => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji' as const,
}))

export const words = ['anchor', 'beacon', 'current', 'delta', 'ebb', 'fog', 'gale', 'harbour', 'island', 'jetty']

/** A time for which a message can be scheduled. */
export const dateInMonths = (): string => new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 16)

export const word = (chance: Chance): string => `${chance.one(words)!} ${chance.below(1000)}`

export const sentence = (chance: Chance, { state }: Actor): string => {
  const extra = chance.weighted([
    [6, ''],
    [1, ' @**all**'],
    [1, ` @**${chance.one(state.realm_users)?.full_name}**`],
    [1, ' :octopus:'],
    [1, ' `code`'],
    [1, ' #123'],
  ])
  return `${word(chance)}${extra}`
}

export const stream = (chance: Chance, { state }: Actor): State['streams'][number] | undefined =>
  chance.one([...state.subscriptions, ...state.never_subscribed, ...state.unsubscribed])

export const pickSubscription = (chance: Chance, { state }: Actor): State['subscriptions'][number] | undefined =>
  chance.one(state.subscriptions)

export const people = (chance: Chance, { state }: Actor, most: number): number[] =>
  chance.some(
    state.realm_users.filter(({ is_bot }) => !is_bot).map(({ user_id }) => user_id),
    most,
  )

export const message = (chance: Chance, { messages }: Actor): Message | undefined => chance.one(messages)

/**
 * A message that may be marked unread. Not one of a stream that the person is not in: it is unread once they join, and
 * nobody tells them so.
 */
export const markable = ({ messages, state }: Actor): Message[] => {
  const joined = new Set(state.subscriptions.map(({ stream_id }) => stream_id))
  return messages.filter(({ stream_id }) => stream_id === undefined || joined.has(stream_id))
}

/** Fields of the state that are lists. */
type Lists = { [F in keyof State as State[F] extends readonly unknown[] ? F : never]: State[F] }

export const pickListed =
  <F extends keyof Lists>(field: F) =>
  (chance: Chance, { state }: Actor): Lists[F][number] | undefined =>
    chance.one<Lists[F][number]>((state as Lists)[field])

/** A reaction of the person to a message. */
export const ownReaction = (
  chance: Chance,
  { messages, person }: Actor,
): { id: number; emoji_name: string } | undefined =>
  chance.one(
    messages.flatMap(({ id, reactions }) =>
      reactions.filter(({ user_id }) => user_id === person.id).map(({ emoji_name }) => ({ id, emoji_name })),
    ),
  )

/** A group that people made. */
export const group = (chance: Chance, { state }: Actor) =>
  chance.one(state.realm_user_groups.filter(({ is_system_group }) => !is_system_group))

export const user = (chance: Chance, { state, person }: Actor) =>
  chance.one(state.realm_users.filter(({ user_id }) => user_id !== person.id))

export const settings: readonly (readonly [string, readonly unknown[]])[] = [
  ['twenty_four_hour_time', [true, false]],
  ['dense_mode', [true, false]],
  ['enter_sends', [true, false]],
  ['color_scheme', [1, 2, 3]],
  ['default_language', ['en', 'de']],
  ['enable_desktop_notifications', [true, false]],
  ['enable_drafts_synchronization', [true, true, true, false]],
  ['demote_inactive_streams', [1, 2, 3]],
]

export const subscriptionProperties: readonly (readonly [string, readonly (boolean | string)[]])[] = [
  ['is_muted', [true, false]],
  ['pin_to_top', [true, false]],
  ['color', ['#112233', '#abcdef']],
  ['desktop_notifications', [true, false]],
]
