import { waitUntilSettled } from './deeds.ts'
import type { Desk, Office } from './office.ts'
import { inParallel, programOf } from './program.ts'
import type { Totals } from './usage.ts'

const atOnce = 8

/** People with open devices who do nothing: for each event, the server looks up which of their queues get it. */
export interface Audience {
  /** Everybody acknowledges what there was up to an event. */
  acknowledgeUpTo(event_id: number): Promise<void>
  end(): Promise<void>
}

export async function audienceOf({ site, addresses }: Office, people: readonly number[]): Promise<Audience> {
  const queues: { ask: Awaited<ReturnType<typeof programOf>>; queue_id: string }[] = []
  await inParallel(people, atOnce, async (person) => {
    const ask = await programOf(site, addresses[person]!)
    const { queue_id } = await ask('POST', '/register', { event_types: ['realm'], fetch_event_types: [] })
    queues.push({ ask, queue_id: queue_id as string })
  })
  return {
    acknowledgeUpTo: (event_id) =>
      inParallel(queues, atOnce, ({ ask, queue_id }) =>
        ask('GET', `/events?queue_id=${queue_id}&last_event_id=${event_id}&dont_block=true`),
      ),
    end: () => inParallel(queues, atOnce, ({ ask, queue_id }) => ask('DELETE', '/events', { queue_id })),
  }
}

/** Milliseconds until the alarm that was set has rung, and its work is done. */
const untilRung = 4000

/** Has the server do what it puts off until an alarm: events that everybody has are forgotten, and once a day there is more. */
export class Rest {
  private readonly office: Office
  private readonly desks: readonly Desk[]
  private readonly audience: Audience
  private own: Totals | null = null

  constructor(office: Office, desks: readonly Desk[], audience: Audience) {
    this.office = office
    this.desks = desks
    this.audience = audience
  }

  /** What the server uses for what was put off; at the first time also for the work of the night. */
  async used(): Promise<Totals> {
    const used = await this.office.meter.during(() => this.rest())
    // There is nothing left to be put off then.
    this.own ??= await this.office.meter.during(() => this.rest())
    const { own } = this
    return Object.fromEntries(
      Object.entries(used).map(([counter, amount]) => [counter, Math.max(0, amount - own[counter as keyof Totals])]),
    ) as Totals
  }

  private async rest(): Promise<void> {
    const { owner, everybody } = this.office
    const message = { type: 'stream', to: [everybody], topic: 'all', content: 'So far.' }
    const { id } = await owner('POST', '/messages', message)
    await waitUntilSettled(() =>
      this.desks.every(({ client }) => client.store.messages.get(id as number) !== undefined),
    )
    const last_event_id = Math.max(...this.desks.map(({ client }) => client.store.state.last_event_id.peek()))
    for (const { browser } of this.desks)
      for (const socket of browser.sockets) socket.send(JSON.stringify({ last_event_id }))
    await this.audience.acknowledgeUpTo(last_event_id)
    // Nobody sends this one. The alarm that was set for it rings all the same.
    const deliver_at = new Date(Date.now() + 2000).toISOString()
    const scheduled = await owner('POST', '/messages', { ...message, delivery_type: 'send_later', deliver_at })
    await owner('DELETE', `/scheduled_messages/${String(scheduled['id'])}`)
    await new Promise((resolve) => setTimeout(resolve, untilRung))
  }
}
