import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Realm } from '../../src/index'

export const rootDomain = env.ROOT_DOMAIN!

/** A realm below the API: its host, its object and its rows. */
export class StoredRealm {
  /** Whether messages of the notification bot about new streams and subscriptions stay. */
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

  /** Runs inside the realm's object, to look at its fields or to replace them. */
  inObject<Result>(look: (object: Realm, state: DurableObjectState) => Result | Promise<Result>): Promise<Result> {
    return runInDurableObject(this.object, look)
  }

  /** Rings the object's alarm: it does what is due. */
  ringAlarm(): Promise<void> {
    return this.inObject((object) => object.alarm())
  }

  /** Throws away the memory of the realm's object, as the platform may do at any time. */
  async evict(): Promise<void> {
    // An object that is not running cannot be evicted.
    await evictDurableObject(this.object).catch(() => undefined)
  }

  /**
   * Changes rows past the single writer, for what no endpoint can do: time that passed, broken data, rows by the
   * thousand. The realm's object is evicted, because it caches rows.
   */
  async behindTheWriter(...statements: D1PreparedStatement[]): Promise<void> {
    await env.DB.batch(statements)
    await this.evict()
  }

  /** Deletes what the notification bot said of new streams and subscriptions. The realm's object caches none of it. */
  async takeNoticesAway(): Promise<void> {
    const ids = `
      select id from message
      where sender_id = (select id from user where realm_id = ?1 and is_system_bot)
        and (is_private or topic in ('stream events', 'new streams'))`
    await env.DB.batch(
      [`delete from message_search where rowid in (${ids})`, `delete from message where id in (${ids})`].map((text) =>
        env.DB.prepare(text).bind(this.id),
      ),
    )
  }
}
