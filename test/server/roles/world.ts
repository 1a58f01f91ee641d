import { newRealm, Person, type Params, type TestRealm } from '../../kit'
import type { Asker } from './who'

/** A realm with one account of each kind, all of whom are subscribed to its public stream `harbour`. */
export interface World {
  readonly realm: TestRealm
  readonly accounts: Readonly<Record<Exclude<Asker, 'nobody'>, Person>>
  readonly owner: Person
  readonly member: Person
  readonly harbour: { id: number; name: string }
  /** Returns a name that is not used yet. */
  readonly newName: () => string
  /** A new member of the realm, or a guest, moderator, administrator, owner. */
  readonly newcomer: (role?: number) => Promise<Person>
  readonly newBot: (owner: Person, bot_type?: number) => Promise<Person>
  /** A new public stream with these subscribers, or one with other properties. */
  readonly newStream: (subscribers: Person[], params?: Params) => Promise<{ id: number; name: string }>
}

let nameCount = 0

const newName = () => `thing${(nameCount += 1)}`

export async function newWorld(): Promise<World> {
  const realm = await newRealm()
  const { owner } = realm
  // Notices of new streams disturb no row.
  realm.keepsNotices = true

  async function newcomer(role = 400): Promise<Person> {
    const person = await realm.user(newName())
    if (role !== 400) await owner.patch(`/users/${person.id}`, { role })
    return person
  }

  async function newBot(by: Person, bot_type = 1): Promise<Person> {
    const short_name = newName()
    const { user_id, api_key } = await by.post('/bots', { short_name, full_name: `The ${short_name}`, bot_type })
    const { user } = await owner.get(`/users/${user_id}`)
    return new Person(realm, user_id as number, (user as Person).email, `The ${short_name}`, api_key as string)
  }

  async function newStream(subscribers: Person[], params: Params = {}) {
    const name = newName()
    const principals = subscribers.map(({ id }) => id)
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...params })
    const { stream_id } = await owner.get('/get_stream_id', { stream: name })
    return { id: stream_id as number, name }
  }

  const [administrator, moderator, member, guest, deactivated] = await Promise.all([
    newcomer(200),
    newcomer(300),
    newcomer(),
    newcomer(600),
    newcomer(),
  ])
  const [bot, administratorBot, webhook] = await Promise.all([newBot(member), newBot(administrator), newBot(member, 2)])
  await owner.patch(`/users/${administratorBot.id}`, { role: 200 })
  const active = {
    'incoming webhook': webhook,
    bot,
    guest,
    member,
    moderator,
    'administrator bot': administratorBot,
    administrator,
    owner,
  }
  const harbour = await newStream([...Object.values(active), deactivated])
  await owner.delete(`/users/${deactivated.id}`)
  const accounts = { ...active, 'deactivated user': deactivated }
  return { realm, accounts, owner, member, harbour, newName, newcomer, newBot, newStream }
}
