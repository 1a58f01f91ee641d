/** What shelves do with what they are to keep (client/shelf). */
import { expect, test } from 'vitest'
import { memoryShelf, newMemory } from '../../client/storage/memory'
import { behaviours } from '../client/support/shelf-behaviour'

test.for(behaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
  'in memory: %s',
  async ([, behaviour]) => {
    const memory = newMemory()
    expect(await behaviour.run(() => memoryShelf(memory))).toEqual(behaviour.result)
  },
)
