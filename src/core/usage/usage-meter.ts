import { storeUnlessQuota } from '../base/quota-refusals'
import { daySeconds, dayOf, untilMidnight } from '../base/units'
import { counters, quotaOf, type Counter, type QuotaSettings } from './quotas'

export type Totals = Partial<Record<Counter, number>>

/** What was used of one day. */
export interface UsedDay {
  /** Days since 1970. */
  readonly day: number
  readonly totals: Totals
  /** Bytes of the database, when it last answered; null: not known. */
  readonly database_bytes: number | null
}

/** The current day, as it is stored. */
interface Today {
  day: number
  totals: Totals
  /** What of the totals fell into each hour of the day that had anything. */
  hours: Record<number, Totals>
  database_bytes: number | null
  /** Marks that owners were told of. */
  told: string[]
  /** When it was stored, in UNIX seconds. */
  stored_at: number
}

/** The counts that are noted with each batch (`HighWater`), which stores a row of its own anyway. */
export type NotedUsage = Pick<Today, 'day' | 'totals'> & { hour: number }

/** A quota of which so many per cent were used up on this day. */
export interface UsageMark {
  readonly counter: Counter
  readonly percent: number
}

/** Per cent of a quota at which owners are told. */
const marks = [80, 95]

/** Per cent of the day's rows from which on work that can wait does. */
const scarcePercent = 90

/** Seconds between two times that the counts are stored. */
const storeSeconds = 600

/** Days before today that are kept. */
const keptDays = 30

const keys = { today: 'usage', days: 'usage_days' }

/**
 * Counts what a realm uses of the plan's quotas in a day, which ends at midnight UTC. The counts are in memory, and in the
 * object's own storage at most every ten minutes. Beside that they are noted with each batch, so that rows written are exact:
 * an object that sleeps loses what else it counted in its last minutes, so other counts are lower bounds.
 */
export class UsageMeter {
  private state: Today | null = null
  /** Marks of which owners are being told, or that could not be told lately, with the time to try again. */
  private readonly telling = new Map<string, number>()
  /** Called when marks are reached. */
  onMarks: (marks: UsageMark[]) => void = () => undefined

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: () => QuotaSettings,
    private readonly now: () => number,
    /** Counts that were noted with the last batch. */
    private readonly noted: () => NotedUsage | null,
  ) {}

  readonly add = (counter: Counter, amount: number): void => {
    if (amount === 0) return
    const today = this.today()
    addTo(today.totals, counter, amount)
    addTo((today.hours[this.hour] ??= {}), counter, amount)
    if (this.now() - today.stored_at >= storeSeconds) this.store()
    this.lookForMarks(counter)
  }

  /** Counts what a database answered. */
  readonly onAnswer = (cost: { rows_read: number; rows_written: number; size: number | null }): void => {
    this.add('rows_read', cost.rows_read)
    this.add('rows_written', cost.rows_written)
    if (cost.size !== null) this.today().database_bytes = cost.size
  }

  /** The counts of today, to be noted with a batch. */
  readonly note = (): NotedUsage => {
    const { day, totals } = this.today()
    return { day, totals, hour: this.hour }
  }

  /** When work that can wait may begin, in UNIX seconds: at midnight, once nine tenths of the day's rows are used up; null: now. */
  get scarceUntil(): number | null {
    const isScarce = (['rows_written', 'rows_read'] as const).some((counter) => this.percent(counter) >= scarcePercent)
    return isScarce ? this.now() + untilMidnight(this.now()) : null
  }

  /** Today by hours, and the days before, the latest first. */
  report(): { today: UsedDay; hours: Readonly<Record<number, Totals>>; before: readonly UsedDay[] } {
    const { day, totals, database_bytes, hours } = this.today()
    return { today: { day, totals, database_bytes }, hours, before: this.days() }
  }

  /** Notes whether owners were told of marks. If not, it is tried again some minutes later. */
  onTold(reached: readonly UsageMark[], isTold: boolean): void {
    for (const mark of reached) {
      if (!isTold) {
        this.telling.set(nameOf(mark), this.now() + storeSeconds)
        continue
      }
      this.telling.delete(nameOf(mark))
      this.today().told.push(nameOf(mark))
    }
    if (isTold) this.store()
  }

  private get hour(): number {
    return Math.floor((this.now() % daySeconds) / 3600)
  }

  private percent(counter: Counter): number {
    const quota = quotaOf(this.settings(), counter)
    return quota === null ? 0 : ((this.today().totals[counter] ?? 0) / quota) * 100
  }

  private lookForMarks(counter: Counter): void {
    const percent = this.percent(counter)
    if (percent < marks[0]!) return
    const now = this.now()
    const { told } = this.today()
    const reached = marks
      .filter((mark) => percent >= mark)
      .map((percent) => ({ counter, percent }))
      .filter((mark) => !told.includes(nameOf(mark)) && (this.telling.get(nameOf(mark)) ?? 0) <= now)
    if (reached.length === 0) return
    for (const mark of reached) this.telling.set(nameOf(mark), Infinity)
    this.onMarks(reached)
  }

  /** The counts of today; those of an earlier day are put with the days before. */
  private today(): Today {
    const day = dayOf(this.now())
    const state = (this.state ??= this.load())
    if (state.day >= day) return state
    this.telling.clear()
    // First, because rows of the object's own storage are counted as they are written.
    this.state = emptyDay(day)
    this.state.stored_at = this.now()
    storeUnlessQuota(() => this.storage.put(keys.days, [dayIn(state), ...this.days()].slice(0, keptDays)))
    this.store()
    return this.state
  }

  private days(): UsedDay[] {
    return this.storage.get<UsedDay[]>(keys.days) ?? []
  }

  private load(): Today {
    const stored = this.storage.get<Today>(keys.today) ?? emptyDay(dayOf(this.now()))
    const noted = this.noted()
    if (noted === null || noted.day !== stored.day) return stored
    // Counts only grow. What was noted after the last time they were stored belongs to about that hour.
    for (const counter of counters) {
      const missing = (noted.totals[counter] ?? 0) - (stored.totals[counter] ?? 0)
      if (missing <= 0) continue
      addTo(stored.totals, counter, missing)
      addTo((stored.hours[noted.hour] ??= {}), counter, missing)
    }
    return stored
  }

  private store(): void {
    const state = this.state!
    state.stored_at = this.now()
    storeUnlessQuota(() => this.storage.put(keys.today, state))
  }
}

const addTo = (totals: Totals, counter: Counter, amount: number): void => {
  totals[counter] = (totals[counter] ?? 0) + amount
}

const emptyDay = (day: number): Today => ({
  day,
  totals: {},
  hours: {},
  database_bytes: null,
  told: [],
  stored_at: 0,
})

const dayIn = ({ day, totals, database_bytes }: Today): UsedDay => ({ day, totals, database_bytes })

const nameOf = ({ counter, percent }: UsageMark): string => `${counter} ${percent}`
