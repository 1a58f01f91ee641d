import { DurableObject } from 'cloudflare:workers'
import { logFailure } from '../base/failures'
import { areComparable, laterBookmark, type Bookmark } from '../sql/bookmarks'
import {
  leaseSeconds,
  maxReaders,
  type Floor,
  type Guard,
  type LeaseCall,
  type LeaseReply,
  type Leaser,
  type FloorChange,
} from './lease'

/** A lease is renewed by a read in this many seconds before its end. */
const renewalSeconds = leaseSeconds * (2 / 3)

/** Accounts with a floor of their own. Beyond, their floors count for everybody. */
const maxOwnFloors = 1000

/**
 * Knows, in one region, how old the state may be that somebody of one realm reads from a replica. It knows that for as long as the
 * realm's object has promised to tell it of every change that matters: a lease. It has nothing but memory: a guard that starts anew
 * lets everybody read from the primary until its next lease.
 */
export class ReadGuard extends DurableObject<Env> implements Guard {
  /** Tells this guard from one that ran under the same name before. */
  private readonly instance = crypto.randomUUID()
  private leasedUntil = 0
  /** For everybody. */
  private floor: Bookmark | null = null
  private readonly floors = new Map<number, Bookmark>()
  private readonly readers = new Map<string, { readonly user_id: number; readonly until: number }>()
  private readonly renewing = new Set<string>()
  private isKeptAwake = false
  /** How often the lease was taken back. */
  private drops = 0

  /** Says from which state the session with this mark may read, which has seen that of the bookmark: a `Floor`, as JSON text. */
  async floorOf(mark: string, bookmark: Bookmark): Promise<string> {
    const now = Date.now() / 1000
    const reader = this.readers.get(mark)
    const isLeased = reader !== undefined && now < this.leasedUntil && now < reader.until
    const seconds = isLeased ? Math.min(this.leasedUntil, reader.until) - now : undefined
    const isDue = seconds === undefined || seconds < renewalSeconds
    // A bookmark that the client made up must not sort after the floor and yet name an older state.
    const mayRead = isLeased && this.floor !== null && areComparable(bookmark, this.floor)
    // What one device of an account has seen is a floor for its other devices.
    if (mayRead && this.floors.size < maxOwnFloors) this.raiseFor(reader.user_id, bookmark)
    const floor = mayRead ? laterBookmark(this.floor, this.floors.get(reader.user_id) ?? null) : null
    const answer: Floor = { floor, isDue: isDue && !this.renewing.has(mark), ...(seconds !== undefined && { seconds }) }
    return JSON.stringify(answer)
  }

  /** Raises floors. Answers which guard it is, after it has done so. */
  async raise({ bookmark, users }: FloorChange): Promise<string> {
    if (bookmark === null) this.drop()
    else if (users === null) this.raiseForAll(bookmark)
    else for (const user_id of users) this.raiseFor(user_id, bookmark)
    if (bookmark !== null && this.floors.size > maxOwnFloors) this.raiseForAll(bookmark)
    return this.instance
  }

  /** Has the realm's object grant the session of this call a lease. Answers the floor that came with it; null: there is no lease. */
  async renew(call: Omit<LeaseCall, 'instance'>): Promise<Bookmark | null> {
    const { mark, realm_id } = call
    if (this.renewing.has(mark)) return null
    this.renewing.add(mark)
    // The lease counts from here. The object counts from the time at which it hears of it, so its lease ends later than this one.
    const now = Date.now() / 1000
    const { drops } = this
    try {
      const object = (this.env.REALM as DurableObjectNamespace<Leaser>).getByName(String(realm_id))
      const reply = JSON.parse(await object.lease({ ...call, instance: this.instance })) as LeaseReply
      if (reply === null) this.readers.delete(mark)
      else if (drops === this.drops) this.grant(mark, reply, now)
      return reply?.floor ?? null
    } catch (error) {
      logFailure('a lease for reads', error)
      return null
    } finally {
      this.renewing.delete(mark)
    }
  }

  private grant(mark: string, { floor, user_id, seconds }: NonNullable<LeaseReply>, now: number): void {
    if (this.readers.size >= maxReaders && !this.readers.has(mark)) this.forgetFormer(now)
    if (this.readers.size >= maxReaders && !this.readers.has(mark)) return
    this.raiseForAll(floor)
    this.readers.set(mark, { user_id, until: now + seconds })
    this.leasedUntil = Math.max(this.leasedUntil, now + leaseSeconds)
    this.stayAwake()
  }

  /**
   * Stays in memory until the lease ends: a pending timer keeps the platform from letting the object sleep. A guard that slept would
   * be another one afterwards, and the realm's object would wait for the end of its lease at the next change (`Leases.tell`).
   */
  private stayAwake(): void {
    if (this.isKeptAwake) return
    this.isKeptAwake = true
    const rest = this.leasedUntil - Date.now() / 1000
    setTimeout(() => {
      this.isKeptAwake = false
      if (this.leasedUntil > Date.now() / 1000) this.stayAwake()
    }, rest * 1000)
  }

  private drop(): void {
    this.leasedUntil = 0
    this.drops += 1
  }

  private forgetFormer(now: number): void {
    for (const [mark, { until }] of this.readers) if (until <= now) this.readers.delete(mark)
  }

  private raiseFor(user_id: number, bookmark: Bookmark): void {
    const own = laterBookmark(bookmark, this.floors.get(user_id) ?? null)
    if (this.floor === null || own > this.floor) this.floors.set(user_id, own)
  }

  private raiseForAll(bookmark: Bookmark): void {
    const floor = laterBookmark(bookmark, this.floor)
    this.floor = floor
    for (const [user_id, own] of this.floors) if (own <= floor) this.floors.delete(user_id)
  }
}
