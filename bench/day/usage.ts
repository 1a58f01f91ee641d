/** What the running server counts towards the quotas: `GET /realm/usage`, which administrators see. */

/** What has a quota of the day, with that of the free plan. */
export const quotas = {
  worker_requests: 100_000,
  object_requests: 100_000,
  rows_written: 100_000,
  rows_read: 5_000_000,
  object_rows_written: 100_000,
  object_gb_seconds: 13_000,
  r2_writes: 33_333,
  r2_reads: 333_333,
}

export type Counter = keyof typeof quotas

export const counters = Object.keys(quotas) as Counter[]

export type Totals = Readonly<Record<Counter, number>>

/** Totals made counter by counter. */
export const totalsOf = (value: (counter: Counter) => number): Totals =>
  Object.fromEntries(counters.map((counter) => [counter, value(counter)])) as Record<Counter, number>

interface Report {
  readonly resources: readonly { readonly name: string; readonly today: { readonly value: number } }[]
}

/** Reads the counts of a server, and knows what reading them costs. */
export class Meter {
  private readonly read: () => Promise<Totals>
  private own: Totals = totalsOf(() => 0)

  private constructor(read: () => Promise<Totals>) {
    this.read = read
  }

  static async of(ask: (path: string) => Promise<unknown>): Promise<Meter> {
    const meter = new Meter(async () => {
      const { resources } = (await ask('/realm/usage')) as Report
      return totalsOf((counter) => resources.find(({ name }) => name === counter)?.today.value ?? 0)
    })
    await meter.read()
    const reads: Totals[] = []
    while (reads.length < 6) reads.push(await meter.read())
    // Something else may still be going on; the least is what reading alone costs.
    meter.own = totalsOf((counter) =>
      Math.min(...reads.slice(1).map((used, index) => used[counter] - reads[index]![counter])),
    )
    return meter
  }

  /** What some work uses. */
  async during(work: () => Promise<unknown>): Promise<Totals> {
    const before = await this.read()
    await work()
    const after = await this.read()
    return totalsOf((counter) => Math.max(0, after[counter] - before[counter] - this.own[counter]))
  }
}
