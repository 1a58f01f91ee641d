import { expect, vi } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from './index'
import type { Scripted, Seen } from './outside'
import { ringAlarm, startMs } from './scheduling'
import { Service } from './services'

/** Seconds between two rounds in which feeds are polled. */
export const roundSeconds = 1800

interface Item {
  readonly id: string | number
  readonly title?: string
}

export const rss = (items: readonly Item[], more = ''): string =>
  `<rss version="2.0"><channel><title>Tides</title>${more}${items
    .map(
      ({ id, title = `Entry ${id}` }) => `<item><guid isPermaLink="false">${id}</guid><title>${title}</title></item>`,
    )
    .join('')}</channel></rss>`

/** The answer of a server with a feed of these entries. */
export const feedOf = (items: readonly Item[], headers: Readonly<Record<string, string>> = {}): Scripted => ({
  headers: { 'Content-Type': 'application/rss+xml', ...headers },
  body: rss(items),
})

/** Entries from the newest to the oldest. */
export const entries = (last: number, first = 1): Item[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ id: last - index }))

interface Feed {
  readonly service: Service
  readonly bot_id: number
}

interface FeedStatus {
  readonly failures: number
  readonly problem: string | null
  readonly polled_at: number | null
  readonly next_poll_at: number | null
}

/** An organization with feeds of Ada, which post to the stream "news" by default, and a clock that moves by rounds. */
export class FeedScene {
  private constructor(
    readonly realm: TestRealm,
    readonly ada: Person,
    readonly stream_id: number,
    /** In UNIX seconds. */
    public time: number,
  ) {}

  static async begin(): Promise<FeedScene> {
    const time = startMs / 1000
    vi.useFakeTimers({ toFake: ['Date'], now: startMs })
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const { id } = await realm.stream('news', ada, realm.owner)
    return new FeedScene(realm, ada, id, time)
  }

  ask(by: Person, params: Readonly<Record<string, unknown>>): Promise<Answer> {
    return by.ask('POST', '/integrations', { service: 'rss', stream_id: this.stream_id, ...params })
  }

  /** Adds a feed with these answers; the last one is repeated. */
  feed(...answers: readonly Scripted[]): Promise<Feed> {
    return this.feedBy(this.ada, answers)
  }

  /** Adds a feed of somebody, with these answers; the last one is repeated. */
  async feedBy(
    by: Person,
    answers: readonly Scripted[],
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Feed> {
    const service = new Service()
    await service.answer(...answers)
    const { msg, bot_id } = await this.ask(by, { feed_url: service.url, ...params })
    expect(msg).toBe('')
    return { service, bot_id: bot_id as number }
  }

  /** Passes this many rounds. Only the last one polls feeds. */
  async passRounds(rounds = 1): Promise<void> {
    this.time += rounds * roundSeconds
    vi.useFakeTimers({ toFake: ['Date'], now: this.time * 1000 })
    await ringAlarm(this.realm)
  }

  /** The request of the next poll, which proves that the poll before it has ended. */
  async poll({ service }: Feed, rounds = 1): Promise<Seen> {
    const before = (await service.seen()).length
    await this.passRounds(rounds)
    return (await service.seen(before + 1)).at(-1)!
  }

  async contents(): Promise<string[]> {
    const messages = await this.realm.owner.messages([{ operator: 'stream', operand: 'news' }])
    return messages.map(({ content }) => content as string)
  }

  /** Waits for messages whose contents contain these texts, and no others. */
  expectContents(...texts: readonly string[]): Promise<void> {
    return vi.waitFor(async () =>
      expect(await this.contents()).toEqual(texts.map((text) => expect.stringContaining(text))),
    )
  }

  async statusOf({ bot_id }: Feed): Promise<FeedStatus> {
    return (await this.ada.get(`/integrations/${bot_id}/deliveries`))['feed'] as FeedStatus
  }

  waitForFailures(feed: Feed, failures: number): Promise<FeedStatus> {
    return vi.waitFor(async () => {
      const status = await this.statusOf(feed)
      expect(status.failures).toBe(failures)
      return status
    })
  }
}
