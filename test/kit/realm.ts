import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { password, Person } from './person'
import { request } from './request'
import { rootDomain, StoredRealm } from './stored-realm'

/** A realm with its owner. */
export class TestRealm extends StoredRealm {
  owner!: Person

  /** Creates a user; a member by default. */
  async user(name: string, { role = 400 }: { role?: number } = {}): Promise<Person> {
    const email = `${name}@example.com`
    const full_name = capitalized(name)
    await this.owner.post('/users', { email, password, full_name })
    const { api_key, user_id } = await request(this.host, 'POST', '/fetch_api_key', {
      params: { username: email, password },
    })
    const person = new Person(this, user_id as number, email, full_name, api_key as string)
    if (role !== 400) await this.owner.patch(`/users/${person.id}`, { role })
    return person
  }

  /** Creates a bot with this owner. */
  async bot(name: string, owner: Person, { role = 400, type = 1 } = {}): Promise<Person> {
    const full_name = `${capitalized(name)}-bot`
    const { user_id, api_key } = await owner.post('/bots', { short_name: name, full_name, bot_type: type })
    const bot = new Person(this, user_id as number, `${name}-bot@${this.host}`, full_name, api_key as string)
    if (role !== 400) await this.owner.patch(`/users/${bot.id}`, { role })
    return bot
  }

  /** Creates a public stream with these subscribers. The first one creates it, or the owner if there are none. */
  async stream(name: string, ...subscribers: Person[]): Promise<{ id: number; name: string }> {
    const creator = subscribers[0] ?? this.owner
    await creator.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: (subscribers.length > 0 ? subscribers : [this.owner]).map((person) => person.id),
    })
    const { stream_id } = await creator.get('/get_stream_id', { stream: name })
    return { id: stream_id as number, name }
  }

  /** Changes settings of the realm. */
  async set(settings: Record<string, unknown>): Promise<void> {
    await this.owner.patch('/realm', settings)
  }

  /** Moves the join date of an account into the past. */
  async age(person: Person, seconds: number): Promise<void> {
    await this.behindTheWriter(
      env.DB.prepare('update user set date_joined = date_joined - ? where id = ?').bind(seconds, person.id),
    )
  }

  async deactivate(person: Person): Promise<void> {
    await this.owner.delete(`/users/${person.id}`)
  }

  /** Reactivates a user and gets a new key for them. */
  async reactivate(person: Person): Promise<void> {
    await this.owner.post(`/users/${person.id}/reactivate`)
    await person.logIn()
  }
}

const capitalized = (name: string): string => name.replace(/^./, (first) => first.toUpperCase())

export const setupToken = env.SETUP_TOKEN!

let realms = 0

/** A new realm for a test or a test file. */
export async function newRealm(): Promise<TestRealm> {
  realms += 1
  const string_id = `realm-${realms}`
  const founded = await request(rootDomain, 'POST', '/realm', {
    params: {
      realm_name: `Realm ${realms}`,
      string_id,
      owner_full_name: 'Olga Owner',
      owner_email: 'olga@example.com',
      owner_password: password,
      setup_token: setupToken,
    },
  })
  expect(founded.msg).toBe('')
  const { realm_id, user_id, api_key } = founded as unknown as { realm_id: number; user_id: number; api_key: string }
  const realm = new TestRealm(string_id, realm_id)
  realm.owner = new Person(realm, user_id, 'olga@example.com', 'Olga Owner', api_key)
  // No notices of new users: tests create many, and tests about these notices switch them on. A request of the API would count
  // against the owner's limits.
  await realm.behindTheWriter(
    env.DB.prepare(`
      update realm set settings = json_set(settings, '$.signup_notifications_stream_id', -1) where id = ?
    `).bind(realm_id),
  )
  return realm
}
