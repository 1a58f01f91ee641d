import { Debounced, storageLag } from '../base/debounced'
import type { NotedUsage } from '../usage/usage-meter'
import { lastId, type Counters, type Ids } from '../sql/ids'

/** What is noted with the batches: the counters of ids, and what the realm used of the day's quotas. */
interface Noted {
  readonly counters: Counters
  readonly usage: NotedUsage
}

const key = 'noted'

/** Key of the counters in earlier releases. */
const formerKey = 'given_out'

/** Ids that may have been given out within the lag; of the 2^32 of a realm, these cost nothing. */
const margin = 10_000

/**
 * The highest ids that were given out, noted apart from the database. A database with lower ones was restored to an earlier
 * time. Ids of later events must not be given out again, because clients know them.
 */
export class HighWater {
  private latest: Counters | null = null
  private readonly saving

  /** `usage` answers the counts of the day, which share the row. */
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly usage: () => NotedUsage,
    settings: Pick<Env, 'STORAGE_WAIT_SECONDS'>,
  ) {
    this.saving = new Debounced(() => this.write(), { ms: storageLag(settings) })
  }

  /** Notes the counters that a batch wrote to the database. Storing them lags behind, so that no change waits for it. */
  readonly note = (counters: Counters): void => {
    this.latest = counters
    this.saving.soon()
  }

  /** Stores the counters at once. */
  save(): void {
    this.saving.now()
  }

  private write(): void {
    if (this.latest !== null) this.storage.put(key, { counters: this.latest, usage: this.usage() } satisfies Noted)
    this.latest = null
  }

  /** Whether the database had higher counters before. */
  isAbove(counters: Counters): boolean {
    return Object.entries(this.stored()).some(([kind, count]) => count > (counters[kind] ?? 0))
  }

  /** Raises the counters above every id that may have been given out. */
  raise(ids: Ids, realm_id: number): void {
    const stored = this.stored()
    for (const kind of Object.keys(stored)) ids.skip(kind, lastId(realm_id, stored, kind) + margin)
  }

  private stored(): Counters {
    return this.storage.get<Noted>(key)?.counters ?? this.storage.get<Counters>(formerKey) ?? {}
  }
}

/** What was used by the last batch that was noted. */
export const notedUsage = (storage: SyncKvStorage): NotedUsage | null => storage.get<Noted>(key)?.usage ?? null
