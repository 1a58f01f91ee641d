import { expect } from 'vitest'
import { z } from 'zod'
import { eventSchemas } from '../../src/events/schema'
import type { Answer, Params } from './request'
import type { StoredRealm } from './stored-realm'

/** An event as the client gets it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever comes
export type ToldEvent = { id: number; type: string } & Record<string, any>

/** An account that has an event queue. */
interface Account {
  readonly realm: StoredRealm
  readonly authorization: string
  ask(method: string, path: string, params?: Params): Promise<Answer>
}

/** An event queue from the client's side. */
export class Listener {
  readonly queue_id: string
  last_event_id: number

  constructor(
    readonly person: Account,
    /** The response of `POST /register`: the initial state. */
    readonly state: Answer,
  ) {
    this.queue_id = state['queue_id'] as string
    this.last_event_id = state['last_event_id'] as number
  }

  /** Sends `GET /events`; the response may be a refusal. Waits for events unless `params` say otherwise. */
  async poll(params: Params = {}): Promise<Answer> {
    const { queue_id, last_event_id } = this
    return this.person.ask('GET', '/events', { queue_id, last_event_id, ...params })
  }

  /** The waiting events of these types (or all), without their ids. Checks that ids grow. The next call acknowledges them. */
  async events(...types: string[]): Promise<Omit<ToldEvent, 'id'>[]> {
    return this.checkEvents(await this.poll({ dont_block: true }), types)
  }

  /** Waits for the next events, of any type, and returns those of these types. */
  async next(...types: string[]): Promise<Omit<ToldEvent, 'id'>[]> {
    return this.checkEvents(await this.poll(), types)
  }

  private checkEvents(answer: Answer, types: string[]): Omit<ToldEvent, 'id'>[] {
    if (answer.status !== 200) expect.fail(`GET /events: ${answer.status} ${answer.code ?? ''} ${answer.msg}`)
    const events = answer['events'] as ToldEvent[]
    for (const event of events) {
      expect(event.id).toBeGreaterThan(this.last_event_id)
      this.last_event_id = event.id
      expectEvent(event)
    }
    return events.filter(({ type }) => types.length === 0 || types.includes(type)).map(withoutId)
  }
}

function withoutId(event: ToldEvent): Omit<ToldEvent, 'id'> {
  const { id: _, ...rest } = event
  return rest
}

/** Fails unless an event has exactly the fields that its type declares. */
export function expectEvent(event: ToldEvent): void {
  const problems: string[] = []
  for (const schema of eventSchemas) {
    const parsed = z.strictObject({ id: z.int(), ...schema.shape }).safeParse(event)
    if (parsed.success) return
    if (schema.shape.type.value === event.type) problems.push(z.prettifyError(parsed.error))
  }
  expect.fail(`An event is not as declared: ${JSON.stringify(event)}\n${problems.join('\n')}`)
}
