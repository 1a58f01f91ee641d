import { DebouncedWork, storageLag } from '../base/debounced-work'
import type { NotedUsage } from '../usage/usage-meter'
import { lastId, type Counters, type Ids } from '../sql/ids'

/** The stored note: the counters of ids, and what the realm used of the day's quotas. */
interface HighWaterNote {
  readonly counters: Counters
  readonly usage: NotedUsage
}

const noteKey = 'noted'

/** Where earlier releases stored the counters. */
const formerNoteKey = 'given_out'

/** Ids that may have been given out since the last note. A realm has 2^32 ids, so it does no harm to skip these. */
const marginIds = 10_000

/**
 * Notes the highest ids that were given out, in the object's own storage. If the database has lower ones, it was restored to an
 * earlier time. The ids of later events must not be given out again, because clients know them.
 */
export class HighWater {
  private latest: Counters | null = null
  private readonly saving

  /** `usage` answers the counts of the day, which are stored in the same row. */
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly usage: () => NotedUsage,
    settings: Pick<Env, 'STORAGE_WAIT_SECONDS'>,
  ) {
    this.saving = new DebouncedWork(() => this.write(), { ms: storageLag(settings) })
  }

  /** Notes the counters that a batch wrote to the database. They are stored some seconds later, so that no change waits for that. */
  readonly note = (counters: Counters): void => {
    this.latest = counters
    this.saving.schedule()
  }

  /** Stores the counters at once. */
  save(): void {
    this.saving.flush()
  }

  private write(): void {
    if (this.latest !== null)
      this.storage.put(noteKey, { counters: this.latest, usage: this.usage() } satisfies HighWaterNote)
    this.latest = null
  }

  /** Whether the database had higher counters before. */
  isAbove(counters: Counters): boolean {
    return Object.entries(this.stored()).some(([kind, count]) => count > (counters[kind] ?? 0))
  }

  /** Raises the counters above every id that may have been given out. */
  raise(ids: Ids, realm_id: number): void {
    const stored = this.stored()
    for (const kind of Object.keys(stored)) ids.skip(kind, lastId(realm_id, stored, kind) + marginIds)
  }

  private stored(): Counters {
    return this.storage.get<HighWaterNote>(noteKey)?.counters ?? this.storage.get<Counters>(formerNoteKey) ?? {}
  }
}

/** What the realm had used of the day's quotas at the last note. */
export const notedUsage = (storage: SyncKvStorage): NotedUsage | null =>
  storage.get<HighWaterNote>(noteKey)?.usage ?? null
