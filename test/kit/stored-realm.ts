import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Realm } from '../../src/index'

export const rootDomain = env.ROOT_DOMAIN!

/** A realm as it is stored: its host, its object and its rows. */
export class StoredRealm {
  /** Whether the notification bot's messages about streams and subscriptions are kept. */
  keepsNotices = false

  constructor(
    readonly string_id: string,
    readonly id: number,
  ) {}

  get host(): string {
    return `${this.string_id}.${rootDomain}`
  }

  /** The Durable Object that writes for this realm. */
  get object(): DurableObjectStub<Realm> {
    return env.REALM.getByName(String(this.id)) as DurableObjectStub<Realm>
  }

  /** Runs a function inside the realm's object, with access to its fields. */
  inObject<Result>(look: (object: Realm, state: DurableObjectState) => Result | Promise<Result>): Promise<Result> {
    return runInDurableObject(this.object, look)
  }

  /** Runs the object's alarm. */
  ringAlarm(): Promise<void> {
    return this.inObject((object) => object.alarm())
  }

  /** Discards the memory of the realm's object, as the platform may at any time. */
  async evict(): Promise<void> {
    // Eviction throws if the object is not running.
    await evictDurableObject(this.object).catch(() => undefined)
  }

  /**
   * Changes rows without the single writer, for what no endpoint can do: time that passed, corrupt data, thousands of rows.
   * Evicts the realm's object, because it caches rows.
   */
  async behindTheWriter(...statements: D1PreparedStatement[]): Promise<void> {
    await env.DB.batch(statements)
    await this.evict()
  }

  /** Deletes the notification bot's messages about streams and subscriptions. The realm's object caches none of them. */
  async takeNoticesAway(): Promise<void> {
    const ids = `
      select id from message
      where sender_id in (select id from user where realm_id = ?1 and is_system_bot)
        and (is_private or topic in ('stream events', 'new streams'))`
    await env.DB.batch(
      [`delete from message_search where rowid in (${ids})`, `delete from message where id in (${ids})`].map((text) =>
        env.DB.prepare(text).bind(this.id),
      ),
    )
  }
}
