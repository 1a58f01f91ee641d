import { setTimeout } from 'node:timers/promises'
import type { Person } from '../../dev/run/organization.ts'

/** Milliseconds between two messages. */
const pauseMs = 200

/** Types of events that come to everybody at any time. */
const usual = new Set(['heartbeat', 'presence'])

/** Somebody who has the organization open and talks. */
export class Member {
  /** Events that do not come from the member's own messages, by their types. */
  readonly foreign = new Map<string, number>()
  /** Messages that were unread when the organization was opened. */
  readonly unread: number
  private readonly person: Person
  private readonly sent = new Set<number>()
  private readonly seen: { type: string; message?: { id: number } }[] = []
  private readonly listening: Promise<void>
  private queue: Queue
  private isDone = false

  private constructor(person: Person, queue: Queue) {
    this.person = person
    this.unread = queue.unread
    this.queue = queue
    this.listening = this.listen()
  }

  static async open(person: Person): Promise<Member> {
    return new Member(person, await registerQueue(person))
  }

  /** Sends messages to a stream while `isGoing`; the milliseconds until the answer to each. */
  async talk(stream: string, isGoing: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (isGoing()) {
      const start = performance.now()
      const { id } = await this.person.wire.ask('POST /messages', {
        type: 'stream',
        to: stream,
        topic: 'today',
        content: 'We leave before nine.',
      })
      times.push(performance.now() - start)
      this.sent.add(id)
      await setTimeout(pauseMs)
    }
    return times
  }

  /** Stops listening, and counts what came. */
  async leave(): Promise<void> {
    this.isDone = true
    // A last message of its own ends the wait for events.
    await this.talk('harbour-0', once())
    await this.listening
    for (const { type, message } of this.seen)
      if (!usual.has(type) && !(message !== undefined && this.sent.has(message.id)))
        this.foreign.set(type, (this.foreign.get(type) ?? 0) + 1)
  }

  private async listen(): Promise<void> {
    while (!this.isDone) {
      const { queue_id, last_event_id } = this.queue
      try {
        const { events } = await this.person.wire.ask('GET /events', { queue_id, last_event_id })
        this.queue = { ...this.queue, last_event_id: events.at(-1)!.id }
        this.seen.push(...events)
      } catch (error) {
        // The end of an import ends all queues, so that clients get the history.
        if ((error as { code?: string }).code !== 'BAD_EVENT_QUEUE_ID') throw error
        this.queue = await registerQueue(this.person)
      }
    }
  }
}

interface Queue {
  readonly queue_id: string
  readonly last_event_id: number
  /** Unread messages at its beginning. */
  readonly unread: number
}

async function registerQueue({ wire }: Person): Promise<Queue> {
  const { queue_id, last_event_id, unread_msgs } = await wire.ask('POST /register', {})
  return { queue_id, last_event_id, unread: unread_msgs!.count }
}

/** Messages that somebody has not read, as a client that opens now shows it. */
export const unreadOf = async (person: Person): Promise<number> => (await registerQueue(person)).unread

/** True the first time. */
function once(): () => boolean {
  let times = 0
  return () => (times += 1) === 1
}
