import { env } from 'cloudflare:workers'
import type { Trips } from './far-trips'
import type { LaggingDatabase } from './lagging-database'

type Place = 'guard' | 'replica' | 'primary'

/** A call of a binding, from one number of the count of beginnings and ends to another; `ended` is Infinity until it ends. */
interface BindingCall {
  readonly place: Place
  readonly began: number
  ended: number
}

/** Notes when each call of the database and of guards begins and ends, through bindings that pass them on. */
export class TripRecorder {
  private calls: BindingCall[] = []
  private lastTick = 0
  private readonly former = { DB: env.DB, READ_GUARD: env.READ_GUARD }

  constructor(database: LaggingDatabase) {
    const guards = env.READ_GUARD!
    env.DB = {
      prepare: database.prepare,
      batch: (list: never) => this.note('primary', () => database.batch(list)),
      withSession: (from: string) => {
        const session = database.withSession(from)
        const place = from === 'first-primary' ? 'primary' : 'replica'
        return { ...session, batch: (list: never) => this.note(place, () => session.batch(list)) }
      },
    } as unknown as D1Database
    env.READ_GUARD = {
      getByName: (name: string) => {
        const guard = guards.getByName(name) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
        return {
          floorOf: (...given: unknown[]) => this.note('guard', () => guard['floorOf']!(...given)),
          renew: (...given: unknown[]) => guard['renew']!(...given),
          raise: (...given: unknown[]) => guard['raise']!(...given),
        }
      },
    } as unknown as NonNullable<typeof env.READ_GUARD>
  }

  stop(): void {
    Object.assign(env, this.former)
  }

  /** The trips of a read. */
  async of(read: () => Promise<unknown>): Promise<Trips> {
    this.calls = []
    await read()
    const answered = this.calls.filter(({ ended }) => ended < Infinity)
    return {
      nearby: serialLength(answered.filter(({ place }) => place !== 'primary')),
      primary: serialLength(answered.filter(({ place }) => place === 'primary')),
    }
  }

  private async note<T>(place: Place, call: () => Promise<T>): Promise<T> {
    const noted: BindingCall = { place, began: (this.lastTick += 1), ended: Infinity }
    this.calls.push(noted)
    try {
      return await call()
    } finally {
      noted.ended = this.lastTick += 1
    }
  }
}

/** Length of the longest row of calls, each of which began after the one before it had ended. */
function serialLength(calls: readonly BindingCall[]): number {
  let [length, last] = [0, -Infinity]
  for (const { began, ended } of calls.toSorted((a, b) => a.ended - b.ended)) {
    if (began < last) continue
    length += 1
    last = ended
  }
  return length
}
