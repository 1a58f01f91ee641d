import { Store } from '../../../client/store/store'
import type { Message, Of, Registration, EventType } from '../../../client/api'
import { newRealm, type Person, type TestRealm } from '../../kit'
import { modern } from '../../server/sync/watcher'

/** A new organization with a few streams and people, and the registration of its owner. */
export interface RegistrationScene {
  realm: TestRealm
  owner: Person
  others: Person[]
  streams: { id: number; name: string }[]
  registration: Registration
  /** A message to a stream and one to people, as models for others. */
  toStream: Message
  toPeople: Message
}

export async function newRegistration(): Promise<RegistrationScene> {
  const realm = await newRealm()
  const { owner } = realm
  const others = await Promise.all(['ada', 'ben'].map((name) => realm.user(name)))
  const streams = await Promise.all(['harbour', 'cellar', 'tower'].map((name) => realm.stream(name, owner, others[0]!)))
  await others[0]!.send('harbour', 'tides', 'The tide is high.')
  await others[0]!.write([owner], 'Are you there?')
  const [toStream, toPeople] = (await owner.messages([], { apply_markdown: true })).slice(-2) as unknown as Message[]
  const registration = (await owner.listen(modern)).state as unknown as Registration
  return { realm, owner, others, streams, registration, toStream: toStream!, toPeople: toPeople! }
}

/** Time at which the stores of tests begin, in milliseconds. */
export const noonMs = Date.UTC(2026, 10, 22, 12)

export const newStore = (registration: Registration): Store =>
  new Store(registration, { now: noonMs, include_subscribers: true })

/** Applies an event to a store, with the next id. */
export const applyEvent = <T extends EventType>(store: Store, event: Of<T>): void =>
  store.apply({ ...event, id: store.state.last_event_id.value + 1 })
