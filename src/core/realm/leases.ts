import { logFailure } from '../base/failures'
import { isRegion, type Region } from '../base/regions'
import { withinMs } from '../base/within'
import type { RaisedFloors, Reach } from '../commit/floors'
import type { ShareIds } from '../turn/share-limits'
import type { Bookmark } from '../sql/bookmarks'
import {
  guardName,
  leaseSeconds,
  maxReaders,
  maxReadersOf,
  type Guard,
  type LeaseCall,
  type FloorChange,
} from './lease'

/** A session is noted as one that reads in a region for so long. Each note is a row of the object's storage. */
const readerSeconds = 900

/** Events of a change wait so long for the guards. */
const maxEventDelayMs = 1000

/** After so long, a guard that did not answer is told again. */
const retryMs = 500

/** A session that reads in a region, until a UNIX time. */
interface Reader {
  readonly user_id: number
  readonly until: number
  readonly shares: ShareIds
}

/** The sessions that read in a region, by their marks. */
type Readers = Record<string, Reader>

/** The account that asks for a lease. */
interface LeaseHolder extends Pick<Reader, 'user_id' | 'shares'> {
  /** Counts rows of the object's storage for the account, or refuses them. */
  readonly charge: (rows: number) => void
}

interface LeaseDeps {
  readonly kv: SyncKvStorage
  /** Undefined if the deployment has no guards any more: then nobody reads from replicas. */
  readonly guards: () => DurableObjectNamespace<Guard> | undefined
  readonly realm_id: () => number
  readonly now: () => number
  /** Counts a call of a guard. */
  readonly onCall: () => void
  /** Counts seconds for which a guard stays awake. */
  readonly onAwake: (seconds: number) => void
}

const keyPrefix = 'readers:'

/**
 * The object's side of reads from replicas: in which regions which sessions read, and the guards there, which must know of a change
 * before it is answered. What it knows survives the object, because a guard's lease does, too.
 */
export class Leases {
  private byRegion: Map<Region, Readers> | null = null
  /** The guards that got a lease from this object, and when. */
  private readonly grants = new Map<Region, { readonly instance: string; readonly at: number }>()

  constructor(private readonly deps: LeaseDeps) {}

  /** Grants a session a lease. Answers for how many seconds it is known; null: there are too many, in all or of one person. */
  grant(
    { region, mark, instance }: Pick<LeaseCall, 'region' | 'mark' | 'instance'>,
    { user_id, shares, charge }: LeaseHolder,
  ): number | null {
    const now = this.deps.now()
    const readers = this.readers().get(region) ?? {}
    const found = readers[mark]
    if (found === undefined || found.until - now < 3 * leaseSeconds) {
      const present = Object.entries(readers).filter(([, { until }]) => until > now)
      if (found === undefined && !hasRoom(present, shares)) return null
      charge(1)
      // The object must not forget the session before the guard does.
      this.store(region, { ...Object.fromEntries(present), [mark]: { user_id, shares, until: now + readerSeconds } })
    }
    // A guard stays awake until its lease ends.
    const awakeUntil = (this.grants.get(region)?.at ?? 0) + leaseSeconds
    this.deps.onAwake(leaseSeconds - Math.max(0, awakeUntil - now))
    this.grants.set(region, { instance, at: now })
    return this.readers().get(region)![mark]!.until - now - leaseSeconds
  }

  /** Has the guards raise the floors of all whom committed changes concern, to the state after them. */
  raise(bookmark: Bookmark | null, reaches: readonly Reach[]): RaisedFloors | null {
    const raises = this.raises(bookmark, reaches)
    if (raises.length === 0) return null
    const done = Promise.all(raises.map(([region, raise]) => this.tell(region, raise))).then(() => undefined)
    return { soon: unlessLonger(done, maxEventDelayMs), done }
  }

  private raises(bookmark: Bookmark | null, reaches: readonly Reach[]): [Region, FloorChange][] {
    if (reaches.length === 0 || this.deps.guards() === undefined) return []
    const now = this.deps.now()
    const isForAll = reaches.includes('everyone')
    const asking = reaches.flatMap((reach) => (reach === 'everyone' ? [] : reach))
    return [...this.readers()].flatMap(([region, readers]): [Region, FloorChange][] => {
      const present = Object.entries(readers).filter(([, { until }]) => until > now)
      if (isForAll) return present.length > 0 ? [[region, { bookmark, users: null }]] : []
      const others = asking.filter(({ user_id, mark }) =>
        present.some(([other, reader]) => reader.user_id === user_id && other !== mark),
      )
      const users = [...new Set(others.map(({ user_id }) => user_id))]
      return users.length > 0 ? [[region, { bookmark, users }]] : []
    })
  }

  /** Tells a guard, until it knows or its lease has ended. */
  private async tell(region: Region, raise: FloorChange): Promise<void> {
    const { guards, realm_id, now, onCall } = this.deps
    const until = now() + leaseSeconds
    const granted = this.grants.get(region)
    let lastError: unknown
    while (now() < until) {
      try {
        const guard = guards()!.getByName(guardName(realm_id(), region), { locationHint: region })
        onCall()
        const instance = await withinMs(guard.raise(raise), (until - now()) * 1000)
        if (instance === null) break
        // If the platform runs another guard by now, the one that has the lease may still be there, cut off.
        const rest = granted === undefined || granted.instance === instance ? 0 : granted.at + leaseSeconds - now()
        if (rest > 0) await pause(rest * 1000)
        return
      } catch (error) {
        lastError = error
        await pause(Math.min(retryMs, Math.max(0, until - now()) * 1000))
      }
    }
    logFailure(`the guard of reads in ${region}`, lastError ?? new Error('It did not answer'))
  }

  private readers(): Map<Region, Readers> {
    if (this.byRegion !== null) return this.byRegion
    this.byRegion = new Map()
    for (const [key, readers] of this.deps.kv.list<Readers>({ prefix: keyPrefix })) {
      const region = key.slice(keyPrefix.length)
      if (isRegion(region)) this.byRegion.set(region, readers)
    }
    return this.byRegion
  }

  private store(region: Region, readers: Readers): void {
    this.deps.kv.put(`${keyPrefix}${region}`, readers)
    this.readers().set(region, readers)
  }
}

/** Whether one more session of these shares may read beside the others. */
function hasRoom(present: readonly [mark: string, Reader][], [share, pool]: ShareIds): boolean {
  const ofShare = present.filter(([, { shares }]) => shares[0] === share)
  const ofPool = pool === undefined ? [] : present.filter(([, { shares }]) => shares[1] === pool)
  return present.length < maxReaders && ofShare.length < maxReadersOf.share && ofPool.length < maxReadersOf.pool
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const unlessLonger = async (work: Promise<void>, ms: number): Promise<void> => {
  await withinMs(work, ms)
}
