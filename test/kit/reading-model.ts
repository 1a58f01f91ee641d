import type { Person } from './index'

export interface ModelStream {
  id: number
  name: string
  kind: 'public' | 'web-public' | 'shared' | 'protected'
}

export interface ModelMessage {
  id: number
  sender: Person
  /** Null for direct messages. */
  stream: ModelStream | null
  topic: string
  content: string
  members: readonly Person[]
  wildcard: boolean
  links: readonly ('link' | 'image' | 'attachment')[]
}

export interface ModelTerm {
  operator: string
  negated: boolean
  /** What the operand refers to: a stream, a user, a text. */
  meant: unknown
}

const newest = 10 ** 16

/**
 * A simple model of what users see, with a row for each user and message. Tests compare it with the server. It knows the rules of
 * the API only (narrow; behaviour, History and rows, Unread).
 */
export class ReadingModel {
  readonly messages: ModelMessage[] = []
  private readonly subscribers = new Map<ModelStream, Set<Person>>()
  private readonly muted = new Map<ModelStream, Set<Person>>()
  private readonly mutedTopics = new Map<Person, Set<string>>()
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

  muteTopic(person: Person, stream: ModelStream, topic: string): void {
    const topics = this.mutedTopics.get(person) ?? new Set()
    this.mutedTopics.set(person, topics.add(`${stream.id} ${topic.toLowerCase()}`))
  }

  private isMuted = (person: Person, { stream }: ModelMessage): boolean =>
    stream !== null && this.isSubscribed(person, stream) && this.muted.get(stream)?.has(person) === true

  private isOfMutedTopic = (person: Person, { stream, topic }: ModelMessage): boolean =>
    stream !== null && this.mutedTopics.get(person)?.has(`${stream.id} ${topic.toLowerCase()}`) === true

  /** Whether a person who is no administrator can find the stream. If so, they may post to it. */
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

  /** All messages that match a narrow, the oldest first. */
  matchingMessages(person: Person, terms: readonly ModelTerm[]): ModelMessage[] {
    const stream = terms.findLast(({ operator, negated }) => operator === 'stream' && !negated)
    const ofPublic = terms.some(
      ({ operator, meant, negated }) => operator === 'streams' && meant === 'public' && !negated,
    )
    const history =
      ((stream !== undefined && this.mayReadHistory(person, stream.meant as ModelStream)) ||
        (ofPublic && !this.guests.has(person))) &&
      !terms.some(({ operator }) => operator === 'is')
    const joined = joinSearches(terms)
    return this.messages.filter(
      (message) =>
        (history || this.hasRow(person, message)) &&
        joined.every((term) => this.matches(person, message, term) !== isNegated(term)),
    )
  }

  /** All messages that match by `matches_narrow`, the oldest first. */
  messagesMatchingAlone(person: Person, terms: readonly ModelTerm[]): ModelMessage[] {
    return this.messages.filter(
      (message) =>
        this.hasRow(person, message) && terms.every((term) => this.matches(person, message, term) !== isNegated(term)),
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
      case 'streams':
        return isOfKind(message.stream, meant as string)
      case 'group-pm-with':
        return message.members.length > 2 && [person, meant as Person].every((one) => message.members.includes(one))
      case 'in':
        return meant === 'all' || !(this.isMuted(person, message) || this.isOfMutedTopic(person, message))
      case 'has':
        return meant === 'link' ? message.links.length > 0 : message.links.some((kind) => kind === meant)
      case 'near':
        return true
      case 'search':
        return isFound(message, meant as string)
      default:
        return this.is(person, message, meant as string)
    }
  }

  private is(person: Person, message: ModelMessage, quality: string): boolean {
    const flags = this.flags(person, message)
    if (quality === 'private') return message.stream === null
    if (quality === 'resolved') return message.topic.startsWith('✔ ')
    if (quality === 'alerted') return flags.includes('has_alert_word')
    if (quality === 'unread') return !flags.includes('read')
    if (quality === 'mentioned') return flags.includes('mentioned') || flags.includes('wildcard_mentioned')
    return flags.includes(quality)
  }

  firstUnread(person: Person, terms: readonly ModelTerm[]): number {
    const namesStream = terms.some(({ operator }) => operator === 'stream')
    const found = this.matchingMessages(person, terms).find(
      (message) =>
        !this.flags(person, message).includes('read') &&
        !this.isOfMutedTopic(person, message) &&
        (namesStream || !this.isMuted(person, message)),
    )
    return found?.id ?? newest
  }

  /** The unread messages in the initial state (register, `unread_msgs`). */
  unread(person: Person) {
    const found = this.messages.filter(
      (message) =>
        this.hasRow(person, message) &&
        !this.flags(person, message).includes('read') &&
        (message.stream === null || this.isSubscribed(person, message.stream)),
    )
    const isMuted = (message: ModelMessage) => this.isMuted(person, message) || this.isOfMutedTopic(person, message)
    const isMentioning = (message: ModelMessage) => {
      const flags = this.flags(person, message)
      return flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted(message))
    }
    const pms = groupTerms(found, ({ stream, members }) => stream === null && members.length <= 2 && keyOf(members))
    const huddles = groupTerms(found, ({ stream, members }) => stream === null && members.length > 2 && keyOf(members))
    const streams = groupTerms(found, ({ stream, topic }) => stream !== null && JSON.stringify([stream.id, topic]))
    return {
      count: found.filter((message) => !isMuted(message)).length,
      pms: pms
        .map(([key, unread_message_ids]) => {
          const other = Number(key.split(',').find((id) => Number(id) !== person.id) ?? person.id)
          return { other_user_id: other, sender_id: other, unread_message_ids }
        })
        .toSorted((left, right) => left.other_user_id - right.other_user_id),
      huddles: huddles
        .map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids }))
        .toSorted((left, right) => (left.user_ids_string < right.user_ids_string ? -1 : 1)),
      streams: streams
        .map(([key, unread_message_ids]) => {
          const [stream_id, topic] = JSON.parse(key) as [number, string]
          return { stream_id, topic, unread_message_ids }
        })
        .toSorted((left, right) => left.stream_id - right.stream_id || (left.topic < right.topic ? -1 : 1)),
      mentions: found.filter(isMentioning).map(({ id }) => id),
      old_unreads_missing: false,
    }
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
    const found = this.matchingMessages(person, terms)
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

/** Ids of messages, grouped by key. Messages without a key are left out. */
const groupTerms = (
  messages: readonly ModelMessage[],
  keyOfMessage: (message: ModelMessage) => string | false,
): [key: string, ids: number[]][] =>
  [...Map.groupBy(messages, keyOfMessage)].flatMap(([key, group]) =>
    key === false ? [] : [[key, group.map(({ id }) => id)]],
  )

const keyOf = (members: readonly Person[]): string =>
  members
    .map(({ id }) => id)
    .toSorted((left, right) => left - right)
    .join(',')

const isOfKind = (stream: ModelStream | null, kind: string): boolean =>
  stream?.kind === 'web-public' || (stream?.kind === 'public' && kind === 'public')

/** `GET /messages` joins all searches into one, which cannot be negated. */
function joinSearches(terms: readonly ModelTerm[]): ModelTerm[] {
  const queries = terms.filter(({ operator }) => operator === 'search').map(({ meant }) => meant as string)
  const others = terms.filter(({ operator }) => operator !== 'search')
  return queries.length === 0 ? others : [...others, { operator: 'search', negated: false, meant: queries.join(' ') }]
}

const isNegated = ({ operator, negated }: ModelTerm): boolean => negated && operator !== 'in' && operator !== 'near'

/** Stems of the words that the tests search for. `the` is a stop word. */
const stems: Record<string, string> = {
  boats: 'boat',
  boating: 'boat',
  sails: 'sail',
  sailing: 'sail',
  tides: 'tide',
  été: 'ete',
}

const stemsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => stems[word] ?? word)
    .filter((word) => word !== '' && word !== 'the')

/** Whether a message has all words in any form, and quoted phrases literally (narrow, Full-text search). */
function isFound({ topic, content }: ModelMessage, query: string): boolean {
  const words = stemsOf(query)
  const text = stemsOf(`${topic} ${content}`)
  const phrases = query.match(/"[^"]+"/g) ?? []
  return (
    words.length > 0 &&
    words.every((word) => text.includes(word)) &&
    phrases
      .map((phrase) => phrase.slice(1, -1).toLowerCase())
      .every((phrase) => [topic, content].some((place) => place.toLowerCase().includes(phrase)))
  )
}

const isSame = (left: readonly Person[], right: readonly Person[]): boolean => {
  const people = new Set(right)
  return new Set(left).size === people.size && left.every((person) => people.has(person))
}
