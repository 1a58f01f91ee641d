import { storeUnlessQuota } from '../base/quota-refusals'
import { daySeconds, dayOf, untilMidnight } from '../base/units'
import { counters, quotaOf, type Counter, type QuotaSettings } from './quotas'

export type Totals = Partial<Record<Counter, number>>

/** What was used on one day. */
export interface UsedDay {
  /** Days since 1970. */
  readonly day: number
  readonly totals: Totals
  /** Size of the database in its last answer, in bytes; null: not known. */
  readonly database_bytes: number | null
}

/** The current day, as it is stored. */
interface Today {
  day: number
  totals: Totals
  /** What was used in each hour of the day. Hours without use are missing. */
  hours: Record<number, Totals>
  database_bytes: number | null
  /** The marks that owners have been told of, by name. */
  told: string[]
  /** When it was stored, in UNIX seconds. */
  stored_at: number
}

/** The counts that are stored with each batch, in the row of `HighWater`, which is written anyway. */
export type NotedUsage = Pick<Today, 'day' | 'totals'> & { hour: number }

/** A quota that was used to so many per cent on this day. */
export interface UsageMark {
  readonly counter: Counter
  readonly percent: number
}

/** Per cent of a quota at which owners are told. */
const marks = [80, 95]

/** When so many per cent of the day's rows are used, work that can wait does so. */
const scarcePercent = 90

/** The counts are stored once in this many seconds. */
const storeEverySeconds = 600

/** Days before today that are stored. */
const maxPastDays = 30

const keys = { today: 'usage', days: 'usage_days' }

/**
 * Counts what a realm uses of the plan's quotas in a day, which ends at midnight UTC. The counts are in memory, and go to the
 * object's own storage once in ten minutes, and with each batch. So the count of written rows is exact. The others are lower
 * bounds: an object that sleeps loses what it counted in its last minutes.
 */
export class UsageMeter {
  private state: Today | null = null
  /** Marks that owners have yet to be told of, with the UNIX time to try again; `Infinity` while they are being told. */
  private readonly retryAtByMark = new Map<string, number>()
  /** Called when marks are reached. */
  onMarks: (marks: UsageMark[]) => void = () => undefined

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: () => QuotaSettings,
    private readonly now: () => number,
    /** Answers the counts that were stored with the last batch. */
    private readonly noted: () => NotedUsage | null,
  ) {}

  readonly add = (counter: Counter, amount: number): void => {
    if (amount === 0) return
    const today = this.today()
    addTo(today.totals, counter, amount)
    addTo((today.hours[this.hour] ??= {}), counter, amount)
    if (this.now() - today.stored_at >= storeEverySeconds) this.store()
    this.lookForMarks(counter)
  }

  /** Counts the cost of an answer of the database. */
  readonly onAnswer = (cost: { rows_read: number; rows_written: number; size: number | null }): void => {
    this.add('rows_read', cost.rows_read)
    this.add('rows_written', cost.rows_written)
    if (cost.size !== null) this.today().database_bytes = cost.size
  }

  /** The counts of today, to be stored with a batch. */
  readonly note = (): NotedUsage => {
    const { day, totals } = this.today()
    return { day, totals, hour: this.hour }
  }

  /** When work that can wait may begin, in UNIX seconds. That is at midnight once nine tenths of the day's rows are used; null: now. */
  get scarceUntil(): number | null {
    const isScarce = (['rows_written', 'rows_read'] as const).some((counter) => this.percent(counter) >= scarcePercent)
    return isScarce ? this.now() + untilMidnight(this.now()) : null
  }

  /** Today, its hours, and the days before, the latest first. */
  report(): { today: UsedDay; hours: Readonly<Record<number, Totals>>; before: readonly UsedDay[] } {
    const { day, totals, database_bytes, hours } = this.today()
    return { today: { day, totals, database_bytes }, hours, before: this.days() }
  }

  /** Notes whether owners could be told of marks. If not, it is tried again some minutes later. */
  onTold(reached: readonly UsageMark[], isTold: boolean): void {
    for (const mark of reached) {
      if (!isTold) {
        this.retryAtByMark.set(nameOf(mark), this.now() + storeEverySeconds)
        continue
      }
      this.retryAtByMark.delete(nameOf(mark))
      this.today().told.push(nameOf(mark))
    }
    if (isTold) this.store()
  }

  private get hour(): number {
    return Math.floor((this.now() % daySeconds) / 3600)
  }

  /** Per cent of the day's quota that is used; 0 without a quota. */
  percent(counter: Counter): number {
    const quota = quotaOf(this.settings(), counter)
    return quota === null ? 0 : ((this.today().totals[counter] ?? 0) / quota) * 100
  }

  private lookForMarks(counter: Counter): void {
    const percent = this.percent(counter)
    if (percent < marks[0]!) return
    const now = this.now()
    const today = this.today()
    const reached = marks
      .filter((mark) => percent >= mark)
      .map((percent) => ({ counter, percent }))
      .filter((mark) => !today.told.includes(nameOf(mark)) && (this.retryAtByMark.get(nameOf(mark)) ?? 0) <= now)
    if (reached.length === 0) return
    for (const mark of reached) this.retryAtByMark.set(nameOf(mark), Infinity)
    this.onMarks(reached)
  }

  /** The counts of today. If the last counts are of an earlier day, moves them to the days before. */
  private today(): Today {
    const day = dayOf(this.now())
    const state = (this.state ??= this.load())
    if (state.day >= day) return state
    this.retryAtByMark.clear()
    // Before storing anything, because the rows of the object's own storage are counted, too.
    this.state = emptyDay(day)
    this.state.stored_at = this.now()
    storeUnlessQuota(() => this.storage.put(keys.days, [dayIn(state), ...this.days()].slice(0, maxPastDays)))
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
    // Counts only grow. If the batch noted more than was stored, the difference belongs to about the hour of the batch.
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
