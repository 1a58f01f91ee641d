import type { Conversation } from '../../../client/store/conversation'
import type { Message } from '../../../client/api'
import type { NewCommand } from '../../../client'
import type { Chance } from './chance'
import {
  emoji,
  pickSubscription,
  markable,
  message,
  people,
  sentence,
  settings,
  subscriptionProperties,
  topics,
  type Actor,
} from './things'

/** Makes a command for a person in a window; null if the person has nothing to apply it to. */
type Doing = (chance: Chance, actor: Actor) => NewCommand | null

const ids = (chance: Chance, messages: readonly Message[]): number[] => chance.some(messages, 6).map(({ id }) => id)

function place(chance: Chance, actor: Actor): Conversation {
  const stream = pickSubscription(chance, actor)
  if (stream !== undefined && chance.happens(0.7)) return { stream_id: stream.stream_id, topic: chance.one(topics)! }
  return { user_ids: people(chance, actor, 3).filter((id) => id !== actor.person.id) }
}

/** Makes a command about a random message. */
const withMessage =
  (make: (message_id: number, chance: Chance, actor: Actor) => NewCommand): Doing =>
  (chance, actor) => {
    const found = message(chance, actor)
    return found === undefined ? null : make(found.id, chance, actor)
  }

/** Commands that people send in windows, weighted by how often they do. */
export const commands: readonly (readonly [weight: number, doing: Doing])[] = [
  [60, (chance, actor) => ({ kind: 'send', to: place(chance, actor), content: sentence(chance, actor) })],
  [8, withMessage((message_id, chance, actor) => ({ kind: 'edit', message_id, content: sentence(chance, actor) }))],
  [
    6,
    withMessage((message_id, chance) => ({
      kind: 'move',
      message_id,
      topic: chance.one(topics)!,
      propagate_mode: chance.one(['change_one', 'change_later', 'change_all'] as const)!,
    })),
  ],
  [3, withMessage((message_id) => ({ kind: 'delete', message_id }))],
  [10, withMessage((message_id, chance) => ({ kind: 'react', message_id, ...chance.one(emoji)! }))],
  [6, withMessage((message_id, chance) => ({ kind: 'unreact', message_id, ...chance.one(emoji)! }))],
  [6, (chance, actor) => ({ kind: 'star', messages: ids(chance, actor.messages) })],
  [4, (chance, actor) => ({ kind: 'unstar', messages: ids(chance, actor.messages) })],
  [20, (chance, actor) => ({ kind: 'read', messages: ids(chance, actor.messages) })],
  [4, (chance, actor) => ({ kind: 'unread', messages: ids(chance, markable(actor)) })],
  [
    2,
    withMessage((message_id) => ({
      kind: 'vote',
      message_id,
      msg_type: 'widget',
      content: '{"type":"vote","key":"1,0","vote":1}',
    })),
  ],
  [
    4,
    (chance, actor) => {
      const stream = pickSubscription(chance, actor)
      if (stream === undefined) return null
      const draft = { type: 'stream' as const, to: [stream.stream_id], topic: chance.one(topics)! }
      return {
        kind: 'draft',
        draft: { ...draft, content: sentence(chance, actor), timestamp: 1_700_000_000 + chance.below(100_000_000) },
      }
    },
  ],
  [
    2,
    (chance, { state }) => {
      const draft = chance.one(state.drafts)
      return draft === undefined ? null : { kind: 'discard', draft_id: draft.id }
    },
  ],
  [
    3,
    (chance, actor) => {
      const stream = pickSubscription(chance, actor)
      if (stream === undefined) return null
      const kind = chance.one(['mute_topic', 'unmute_topic'] as const)!
      return { kind, stream_id: stream.stream_id, topic: chance.one(topics)! }
    },
  ],
  [
    3,
    (chance, actor) => {
      const stream = pickSubscription(chance, actor)
      if (stream === undefined) return null
      const [property, values] = chance.one(subscriptionProperties)!
      return { kind: 'subscription', stream_id: stream.stream_id, property, value: chance.one(values)! }
    },
  ],
  [
    3,
    (chance) => {
      const [property, values] = chance.one(settings)!
      return { kind: 'setting', property, value: chance.one(values) }
    },
  ],
  [2, (chance) => ({ kind: 'status', status_text: chance.one(['', `busy ${chance.below(1000)}`])! })],
  [1, (chance) => ({ kind: 'upload', name: 'tides.txt', file: new Blob([`Low at ${chance.below(24)}`]) })],
]
