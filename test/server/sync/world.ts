import { newRealm, Person, type Params, type TestRealm } from '../../kit'

/** An organization small enough to be made for each scenario, in which everybody stands in another place. */
export interface World {
  realm: TestRealm
  /** In every stream. */
  owner: Person
  administrator: Person
  /** In `harbour` and `cellar`. */
  involved: Person
  /** In none of the streams but the one that everybody is in. */
  uninvolved: Person
  /** In `harbour`. */
  guest: Person
  /** Belongs to the involved one. */
  bot: Person
  /** Public. */
  harbour: Stream
  /** Private. */
  cellar: Stream
  /** Public, and nobody's but the owner's. */
  tower: Stream
  /** Messages in these streams, from the owner, unread for who is there; and private ones to the involved. */
  sent: { harbour: number; cellar: number; tower: number; alone: number; group: number }
}

interface Stream {
  id: number
  name: string
}

export async function newWorld(): Promise<World> {
  const realm = await newRealm()
  // Taking them away would be a change that nobody is told of.
  realm.keepsNotices = true
  const { owner } = realm
  const [administrator, involved, uninvolved, guest] = await Promise.all(
    ['adam', 'ines', 'uma', 'gus'].map((name) => realm.user(name)),
  )
  await Promise.all([
    owner.patch(`/users/${administrator!.id}`, { role: 200 }),
    owner.patch(`/users/${guest!.id}`, { role: 600 }),
  ])
  const people = { owner, administrator: administrator!, involved: involved!, uninvolved: uninvolved!, guest: guest! }
  const [bot] = await Promise.all([
    newBot(people.involved),
    newStream(owner, 'harbour', { principals: [owner.id, people.involved.id, people.guest.id] }),
    newStream(owner, 'cellar', { principals: [owner.id, people.involved.id], invite_only: true }),
    newStream(owner, 'tower', {}),
  ])
  const [inHarbour, inCellar, inTower, alone, group] = await Promise.all([
    owner.send('harbour', 'tides', 'The tide is high.'),
    owner.send('cellar', 'wine', 'The wine is low.'),
    owner.send('tower', 'view', 'The view is wide.'),
    owner.write([people.involved], 'Are you there?'),
    owner.write([people.involved, people.administrator], 'Are you both there?'),
  ])
  const sent = { harbour: inHarbour, cellar: inCellar, tower: inTower, alone, group }
  return { realm, ...people, bot, ...(await streamsOf(owner)), sent }
}

async function newBot(owner: Person): Promise<Person> {
  const { user_id, api_key } = await owner.post('/bots', { full_name: 'Beacon', short_name: 'beacon' })
  return new Person(owner.realm, user_id as number, `beacon-bot@${owner.realm.host}`, 'Beacon', api_key as string)
}

const newStream = (owner: Person, name: string, params: Params) =>
  owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...params })

async function streamsOf(owner: Person): Promise<Pick<World, 'harbour' | 'cellar' | 'tower'>> {
  const streams = (await owner.get('/streams'))['streams'] as { stream_id: number; name: string }[]
  const found = (name: string): Stream => ({ id: streams.find((stream) => stream.name === name)!.stream_id, name })
  return { harbour: found('harbour'), cellar: found('cellar'), tower: found('tower') }
}
