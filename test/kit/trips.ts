import { env } from 'cloudflare:workers'
import type { Trips } from './far-trips'
import type { LaggingDatabase } from './lagging-database'

type Place = 'guard' | 'replica' | 'primary' | 'object'

/** A call of a binding, from one number of the count of beginnings and ends to another; `ended` is Infinity until it ends. */
interface BindingCall {
  readonly place: Place
  readonly began: number
  ended: number
}

type Methods = Record<string, (...given: unknown[]) => Promise<unknown>>

/** Notes when each call of the database, of guards and of the realm's object begins and ends, through bindings that pass them on. */
export class TripRecorder {
  private calls: BindingCall[] = []
  private lastTick = 0
  private readonly former = { DB: env.DB, READ_GUARD: env.READ_GUARD }

  constructor(database: LaggingDatabase) {
    const guards = env.READ_GUARD!
    env.DB = {
      prepare: database.prepare,
      batch: (list: never) => this.recordCall('primary', () => database.batch(list)),
      withSession: (from: string) => {
        const session = database.withSession(from)
        const place = from === 'first-primary' ? 'primary' : 'replica'
        return { ...session, batch: (list: never) => this.recordCall(place, () => session.batch(list)) }
      },
    } as unknown as D1Database
    env.READ_GUARD = {
      getByName: (name: string) => {
        const guard = guards.getByName(name) as unknown as Methods
        return {
          floorOf: (...given: unknown[]) => this.recordCall('guard', () => guard['floorOf']!(...given)),
          renew: (...given: unknown[]) => guard['renew']!(...given),
          raise: (...given: unknown[]) => guard['raise']!(...given),
        }
      },
    } as unknown as NonNullable<typeof env.READ_GUARD>
  }

  stop(): void {
    Object.assign(env, this.former)
  }

  /** The trips of a request. Those of the realm's object to the database are not the Worker's, and are left out. */
  async recordTrips(request: () => Promise<unknown>): Promise<Trips> {
    this.calls = []
    const objects = env.REALM
    env.REALM = this.recordCallsOf(objects)
    try {
      await request()
    } finally {
      env.REALM = objects
    }
    const answered = this.calls.filter(({ ended }) => ended < Infinity)
    const inObject = answered.filter(({ place }) => place === 'object')
    const ofWorker = answered.filter(({ began }) => !inObject.some((call) => call.began < began && began < call.ended))
    const lengthOf = (...places: Place[]): number =>
      serialLength(ofWorker.filter(({ place }) => places.includes(place)))
    return { nearby: lengthOf('guard', 'replica'), primary: lengthOf('primary'), object: lengthOf('object') }
  }

  /** The objects, whose actions, registrations and reads are noted, but not the use of a session, for which no answer waits. */
  private recordCallsOf(objects: typeof env.REALM): typeof env.REALM {
    const getByName = (name: string): unknown => {
      const object = objects.getByName(name) as unknown as Methods
      return new Proxy(object, {
        get:
          (_, method: string) =>
          (...given: unknown[]) => {
            const call = () => object[method]!(...given)
            const isAwaited = (given[0] as { name?: string }).name !== 'renewSession'
            return isAwaited && (method === 'perform' || method === 'fetch') ? this.recordCall('object', call) : call()
          },
      })
    }
    return { getByName } as unknown as typeof env.REALM
  }

  private async recordCall<T>(place: Place, call: () => Promise<T>): Promise<T> {
    const record: BindingCall = { place, began: (this.lastTick += 1), ended: Infinity }
    this.calls.push(record)
    try {
      return await call()
    } finally {
      record.ended = this.lastTick += 1
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
