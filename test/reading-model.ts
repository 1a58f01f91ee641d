import type { Person } from './kit'

/**
 * What everybody ought to see, kept as simply as can be: a row for each reader and message. Messages are compared with
 * the server's answers by the rules of the specification alone (narrow; behaviour, History and rows, Unread).
 */
export interface ModelStream {
  id: number
  name: string
  kind: 'public' | 'web-public' | 'shared' | 'protected'
}

export interface ModelMessage {
  id: number
  sender: Person
  /** Null for private messages. */
  stream: ModelStream | null
  topic: string
  members: readonly Person[]
  wildcard: boolean
}

export interface ModelTerm {
  operator: string
  negated: boolean
  /** What the operand stands for. */
  meant: unknown
}

export const newest = 10 ** 16

export class ReadingModel {
  readonly messages: ModelMessage[] = []
  private readonly subscribers = new Map<ModelStream, Set<Person>>()
  private readonly muted = new Map<ModelStream, Set<Person>>()
  private readonly rows = new Map<Person, Map<number, Set<string>>>()

  constructor(private readonly guests: ReadonlySet<Person>) {}

  isSubscribed(person: Person, stream: ModelStream): boolean {
    return this.subscribers.get(stream)?.has(person) === true
  }

  subscribe(person: Person, stream: ModelStream): void {
    this.subscribers.set(stream, (this.subscribers.get(stream) ?? new Set()).add(person))
  }

  unsubscribe(person: Person, stream: ModelStream): void {
    if (this.subscribers.get(stream)?.delete(person) === true)
      this.markRead(person, (message) => message.stream === stream)
  }

  mute(person: Person, stream: ModelStream, muted: boolean): void {
    const people = this.muted.get(stream) ?? new Set()
    this.muted.set(stream, people)
    if (muted) people.add(person)
    else people.delete(person)
  }

  /** Whether the stream exists for them, who are no administrators; they may post to it then, too. */
  mayKnow(person: Person, stream: ModelStream): boolean {
    if (this.isSubscribed(person, stream) || stream.kind === 'web-public') return true
    return stream.kind === 'public' && !this.guests.has(person)
  }

  mayReadHistory(person: Person, stream: ModelStream): boolean {
    if (stream.kind === 'web-public' || (stream.kind === 'public' && !this.guests.has(person))) return true
    return stream.kind !== 'protected' && this.isSubscribed(person, stream)
  }

  send(message: ModelMessage, mentioned: readonly Person[]): void {
    this.messages.push(message)
    const receivers = message.stream === null ? message.members : (this.subscribers.get(message.stream) ?? [])
    for (const person of receivers) {
      const flags = new Set<string>()
      if (person === message.sender) flags.add('read')
      if (mentioned.includes(person)) flags.add('mentioned')
      if (message.wildcard) flags.add('wildcard_mentioned')
      this.rowsOf(person).set(message.id, flags)
    }
  }

  isVisible(person: Person, message: ModelMessage): boolean {
    if (this.rowsOf(person).has(message.id)) return true
    return message.stream !== null && this.mayReadHistory(person, message.stream)
  }

  hasRow(person: Person, { id }: ModelMessage): boolean {
    return this.rowsOf(person).has(id)
  }

  changeFlag(person: Person, messages: readonly ModelMessage[], op: 'add' | 'remove', flag: string): void {
    for (const { id } of messages) {
      const flags = this.rowsOf(person).get(id) ?? new Set(['read', 'historical'])
      this.rowsOf(person).set(id, flags)
      if (op === 'add') flags.add(flag)
      else flags.delete(flag)
    }
  }

  markRead(person: Person, matches: (message: ModelMessage) => boolean): void {
    for (const message of this.messages) if (matches(message)) this.rowsOf(person).get(message.id)?.add('read')
  }

  flags(person: Person, { id }: ModelMessage): string[] {
    return [...(this.rowsOf(person).get(id) ?? ['read', 'historical'])].toSorted()
  }

  /** Everything that a narrow finds, oldest first. */
  matching(person: Person, terms: readonly ModelTerm[]): ModelMessage[] {
    const stream = terms.findLast(({ operator, negated }) => operator === 'stream' && !negated)
    const history =
      stream !== undefined &&
      this.mayReadHistory(person, stream.meant as ModelStream) &&
      !terms.some(({ operator }) => operator === 'is')
    return this.messages.filter(
      (message) =>
        (history || this.hasRow(person, message)) &&
        terms.every((term) => this.matches(person, message, term) !== term.negated),
    )
  }

  private matches(person: Person, message: ModelMessage, { operator, meant }: ModelTerm): boolean {
    switch (operator) {
      case 'stream':
        return message.stream === meant
      case 'topic':
        return message.stream !== null && message.topic.toLowerCase() === (meant as string).toLowerCase()
      case 'sender':
        return message.sender === meant
      case 'pm-with':
        return message.stream === null && isSame(message.members, [person, ...(meant as Person[])])
      case 'id':
        return message.id === meant
      default:
        return this.is(person, message, meant as string)
    }
  }

  private is(person: Person, message: ModelMessage, quality: string): boolean {
    const flags = this.flags(person, message)
    if (quality === 'private') return message.stream === null
    if (quality === 'unread') return !flags.includes('read')
    if (quality === 'mentioned') return flags.includes('mentioned') || flags.includes('wildcard_mentioned')
    return flags.includes(quality)
  }

  firstUnread(person: Person, terms: readonly ModelTerm[]): number {
    const namesStream = terms.some(({ operator }) => operator === 'stream')
    const isMuted = ({ stream }: ModelMessage) =>
      stream !== null && this.isSubscribed(person, stream) && this.muted.get(stream)?.has(person) === true
    const found = this.matching(person, terms).find(
      (message) => !this.flags(person, message).includes('read') && (namesStream || !isMuted(message)),
    )
    return found?.id ?? newest
  }

  /** The answer of `GET /messages` (narrow, Anchors). */
  page(
    person: Person,
    terms: readonly ModelTerm[],
    { anchor, num_before, num_after }: { anchor: number | string; num_before: number; num_after: number },
  ) {
    const a =
      anchor === 'oldest'
        ? 0
        : anchor === 'newest'
          ? newest
          : anchor === 'first_unread'
            ? this.firstUnread(person, terms)
            : (anchor as number)
    const found = this.matching(person, terms)
    const older = found.filter(({ id }) => id < a)
    const newer = found.filter(({ id }) => id > a)
    const at = found.filter(({ id }) => id === a)
    const before = num_before === 0 ? [] : older.slice(-num_before)
    const after = newer.slice(0, num_after)
    return {
      anchor: a,
      found_anchor: at.length > 0,
      found_oldest: a === 0 || (num_before > 0 && older.length < num_before),
      found_newest: a === newest || (num_after > 0 && newer.length < num_after),
      messages: [...before, ...at, ...after].map((message) => ({
        id: message.id,
        flags: this.flags(person, message),
      })),
    }
  }

  private rowsOf(person: Person): Map<number, Set<string>> {
    const rows = this.rows.get(person) ?? new Map<number, Set<string>>()
    this.rows.set(person, rows)
    return rows
  }
}

const isSame = (left: readonly Person[], right: readonly Person[]): boolean => {
  const people = new Set(right)
  return new Set(left).size === people.size && left.every((person) => people.has(person))
}
