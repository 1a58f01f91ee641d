import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { password, Person } from './person'
import { request } from './request'
import { rootDomain, StoredRealm } from './stored-realm'

/** A realm with its owner. */
export class TestRealm extends StoredRealm {
  owner!: Person

  /** A new member, or a user of another role. */
  async user(name: string, { role = 400 }: { role?: number } = {}): Promise<Person> {
    const email = `${name}@example.com`
    const full_name = capitalized(name)
    await this.owner.post('/users', { email, password, full_name })
    const { api_key, user_id } = await request(this.host, 'POST', '/fetch_api_key', {
      params: { username: email, password },
    })
    const person = new Person(this, user_id as number, email, full_name, api_key as string)
    if (role !== 400) await this.alter(person, `role = ${role}`)
    return person
  }

  /** A bot of any type and role, with an address as people's. */
  async bot(name: string, owner: Person, { role = 400, type = 1 } = {}): Promise<Person> {
    const bot = await this.user(`${name}-bot`, { role })
    await this.alter(bot, `bot_type = ${type}, bot_owner_id = ${owner.id}`)
    return bot
  }

  /** A public stream with these subscribers, the first of whom creates it; without any, the owner does. */
  async stream(name: string, ...subscribers: Person[]): Promise<{ id: number; name: string }> {
    const creator = subscribers[0] ?? this.owner
    await creator.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: (subscribers.length > 0 ? subscribers : [this.owner]).map((person) => person.id),
    })
    const { stream_id } = await creator.get('/get_stream_id', { stream: name })
    return { id: stream_id as number, name }
  }

  /** Sets columns of a user past the single writer. */
  alter(person: Person, assignment: string): Promise<void> {
    return this.behindTheWriter(
      env.DB.prepare(`update user set ${assignment} where id = ?`).bind(person.id),
      env.DB.prepare(
        'update subscription set is_user_active = (select is_active from user where id = user_id) where user_id = ?',
      ).bind(person.id),
    )
  }

  /** Sets settings of the realm past the single writer; null takes one back. */
  set(settings: Record<string, unknown>): Promise<void> {
    return this.behindTheWriter(
      env.DB.prepare('update realm set settings = json_patch(settings, ?) where id = ?').bind(
        JSON.stringify(settings),
        this.id,
      ),
    )
  }
}

const capitalized = (name: string): string => name.replace(/^./, (first) => first.toUpperCase())

export const setupToken = env.SETUP_TOKEN!

let realms = 0

/** A realm of its own for a test, or for the tests of a file. */
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
  // Tests make many users. The tests about notices of new users ask for them.
  await realm.owner.patch('/realm', { signup_notifications_stream_id: -1 })
  return realm
}
