import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { Person, type Listener, type Params, type TestRealm } from './index'
import type { Scripted, Seen } from './outside'

/** The requests to a service. Waits until there are at least `count`. */
export const requestsTo = async (name: string, count = 0): Promise<Seen[]> =>
  (await fetch(`http://seen.outside.test/${name}?count=${count}`)).json()

/** A server in the outside world, played by `outside.ts`. */
export class Service {
  private readonly name = crypto.randomUUID()

  /** The service gives these responses in order, and then repeats the last one. */
  constructor(private readonly answers: Scripted[] = []) {}

  get url(): string {
    return `https://service.example.com/${this.name}?${new URLSearchParams({ answers: JSON.stringify(this.answers) }).toString()}`
  }

  /** Gives these responses from now on, for those that are too long for an address. */
  async answer(...answers: readonly Scripted[]): Promise<void> {
    await fetch(`http://answers.outside.test/${this.name}`, { method: 'POST', body: JSON.stringify(answers) })
  }

  /** The recorded requests. Waits until there are at least `count`. */
  async seen(count = 0): Promise<Seen[]> {
    return requestsTo(this.name, count)
  }

  /** Sends the responses that are held back. */
  async release(): Promise<void> {
    await fetch(`http://release.outside.test/${this.name}`)
  }
}

export const redirect = (to: string): Scripted => ({ status: 302, headers: { Location: to } })

/** Redirects to the same address, which then gives the next response. */
export const redirects = (count: number): Scripted[] => Array.from({ length: count }, () => redirect('#again'))

/** A response that makes an outgoing webhook bot send this content. */
export const answerWithContent = (content: string): Scripted => ({ body: JSON.stringify({ content }) })

/** An outgoing webhook bot that this service replies for. */
export async function webhook(owner: Person, service: Service, params: Params = {}): Promise<Person> {
  const { full_name, short_name, ...more } = { full_name: 'Oracle', short_name: 'oracle', ...params }
  const { user_id, api_key } = await owner.post('/bots', {
    full_name,
    short_name,
    bot_type: 3,
    payload_url: JSON.stringify(service.url),
    ...more,
  })
  const email = `${short_name}-bot@${owner.realm.host}`
  return new Person(owner.realm, user_id as number, email, full_name, api_key as string)
}

/** The content of the bot's next message. */
export async function nextContentOf(bot: Person, listener: Listener): Promise<string> {
  for (;;)
    for (const { message } of await listener.next())
      if ((message as { sender_id: number }).sender_id === bot.id) return (message as { content: string }).content
}

/** Failed attempts of the realm's jobs, the oldest job first. */
export async function failedAttempts(realm: TestRealm): Promise<number[]> {
  const { results } = await env.DB.prepare('select attempts from job where id > ? and id < ? order by id')
    .bind((realm.id - 1) * 2 ** 32, realm.id * 2 ** 32)
    .all<{ attempts: number }>()
  return results.map((row) => row.attempts)
}

/** Waits until the realm has no jobs. */
export const waitForJobs = (realm: TestRealm): Promise<void> =>
  vi.waitFor(async () => expect(await failedAttempts(realm)).toEqual([]))
