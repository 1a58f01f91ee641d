import { Debounced } from '../base/debounced'
import { lastId, type Counters, type Ids } from '../sql/ids'

const key = 'given_out'

/** Milliseconds by which the object's own storage may lag behind the database. */
const lagMs = 100

/** Ids that may have been given out in that time and were not noted; of 2^32 that each realm has, these cost nothing. */
const margin = 10_000

/**
 * Knows how far ids were given out, apart from the database: a database that says less was put back to an earlier time.
 * Ids of what happened since must not be given out again, because clients know them.
 */
export class HighWater {
  private latest: Counters | null = null
  private readonly saving = new Debounced(() => this.write(), lagMs)

  constructor(private readonly storage: SyncKvStorage) {}

  /** Takes note of what a batch wrote to the database; not at once, for nobody is to wait for it. */
  readonly note = (counters: Counters): void => {
    this.latest = counters
    this.saving.soon()
  }

  /** Writes down at once what was noted. */
  save(): void {
    this.saving.now()
  }

  private write(): void {
    if (this.latest !== null) this.storage.put(key, this.latest)
    this.latest = null
  }

  /** Whether the database has these counters though it had higher ones before. */
  isAbove(counters: Counters): boolean {
    return Object.entries(this.stored()).some(([kind, count]) => count > (counters[kind] ?? 0))
  }

  /** Gives out no id again that may have been given out before. */
  raise(ids: Ids, realm_id: number): void {
    const stored = this.stored()
    for (const kind of Object.keys(stored)) ids.skip(kind, lastId(realm_id, stored, kind) + margin)
  }

  private stored(): Counters {
    return this.storage.get<Counters>(key) ?? {}
  }
}
