import type { Client, Terms } from '../../../client'
import type { Chance } from './chance'
import { topics } from './things'

/** A narrow that somebody may look at. */
export function narrowBy(chance: Chance, { store }: Client): Terms {
  const { subscriptions, never_subscribed, realm_users } = store.state
  const stream = chance.one([...subscriptions.peek(), ...never_subscribed.peek()])
  const ofStream = stream === undefined ? [] : [{ operator: 'stream', operand: stream.stream_id }]
  return chance.weighted<Terms>([
    [3, []],
    [5, ofStream],
    [8, [...ofStream, { operator: 'topic', operand: chance.one(topics)! }]],
    [
      4,
      [
        {
          operator: 'pm-with',
          operand: [store.user_id, ...chance.some(realm_users.peek(), 2).map(({ user_id }) => user_id)],
        },
      ],
    ],
    [1, [{ operator: 'is', operand: 'private' }]],
    [1, [{ operator: 'is', operand: 'starred' }]],
    [1, [{ operator: 'is', operand: 'mentioned' }]],
    [1, [{ operator: 'sender', operand: store.user_id }]],
  ])
}
