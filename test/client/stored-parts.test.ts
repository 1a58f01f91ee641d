/** What a client stores besides messages and commands (client/stored-parts). */
import { beforeAll, expect, test } from 'vitest'
import type { User } from '../../client/api'
import { partsOf, readParts } from '../../client/stored-parts'
import { Store } from '../../client/store/store'
import { newStore, newRegistration, applyEvent, type RegistrationScene } from './support/registered'

let base: RegistrationScene

beforeAll(async () => {
  base = await newRegistration()
})

const peopleCount = 10_000

/** A store of ten thousand people, some of whom lack fields that others have. */
function largeStore(): Store {
  const [{ profile_data: _, ...person }] = base.registration.realm_users as [User]
  const profile_data = { 1: { value: 'Pier' } }
  const people = Array.from({ length: peopleCount }, (_, index): User => ({
    ...person,
    user_id: 100_000 + index,
    full_name: `Sailor ${index}`,
    ...(index % 4 === 3 && { profile_data }),
  }))
  return newStore({ ...base.registration, realm_users: [...base.registration.realm_users!, ...people] })
}

const partsOfStore = (store: Store) => partsOf(store, { newest: -1, touched: [], narrows: [] }, {})

const restoreStore = (parts: Readonly<Record<string, unknown>>): Store =>
  Store.restore(readParts(new Map(Object.entries(parts))).snapshot, [], Date.now())!

test('people are stored as a few lists of values, and come back with the fields that each of them had', () => {
  const store = largeStore()
  const stored = structuredClone(partsOfStore(store))
  const columns = Object.values(stored['realm_users'] as Record<string, unknown[]>)
  expect(columns.length).toBeLessThan(30)
  expect(columns.map(({ length }) => length)).toEqual(columns.map(() => store.state.realm_users.value.length))
  expect(restoreStore(stored).state.realm_users.value).toStrictEqual(store.state.realm_users.value)
  expect(restoreStore(stored).plain()).toEqual(store.plain())
})

test('people are written again when one of them changes, and not before, also after they were read', () => {
  const stored = structuredClone(partsOfStore(largeStore()))
  const store = restoreStore(stored)
  expect(partsOfStore(store)['realm_users']).toBe(stored['realm_users'])
  applyEvent<'realm_user'>(store, {
    type: 'realm_user',
    op: 'update',
    person: { user_id: 100_007, full_name: 'Coxswain' },
  })
  const changed = partsOfStore(store)
  expect(changed['realm_users']).not.toBe(stored['realm_users'])
  expect(restoreStore(structuredClone(changed)).users.name(100_007)).toBe('Coxswain')

  applyEvent<'realm_emoji'>(store, { type: 'realm_emoji', op: 'update', realm_emoji: {} })
  expect(partsOfStore(store)['realm_users']).toBe(changed['realm_users'])
})
