import type { ConversionSink } from '../conversion.ts'

/** Members of a conversation that its record can hold. */
const maxMembers = 1000

/** Private conversations: each set of people has one. */
export class Conversations {
  private readonly byMembers = new Map<string, number>()

  private readonly sink: ConversionSink
  private readonly nextId: () => number

  /** `nextId` gives ids of streams, too: both share one series. */
  constructor(sink: ConversionSink, nextId: () => number) {
    this.sink = sink
    this.nextId = nextId
  }

  /** The conversation of these users, which gets its record when it is first needed. The first of them always is a member. */
  of(users: readonly number[]): { id: number; members: readonly number[] } {
    const members = [...new Set(users)].slice(0, maxMembers).toSorted((a, b) => a - b)
    const key = members.join()
    const existing = this.byMembers.get(key)
    if (existing !== undefined) return { id: existing, members }
    const id = this.nextId()
    this.byMembers.set(key, id)
    this.sink.add('conversations', { id, members, unread_from: {} })
    return { id, members }
  }
}
