import { numberOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { MessageIndex } from './places.ts'
import type { Source } from './source.ts'
import type { Span, Stream, Streams } from './streams.ts'

/** Events of `zerver_realmauditlog` that begin and end a subscription. */
const begins = new Set([301, 302])
const ends = 303

const maxSpans = 1000

/** First and last message that a user received in a stream, and the time of the last one. */
interface Range {
  first: number
  last: number
  seconds: number
}

const keyOf = (user_id: number, stream_id: number): string => `${user_id} ${stream_id}`

/**
 * When users were subscribed to streams. The audit log tells it; where it does not, the messages that a user received do.
 */
export class SpanTable {
  private readonly logged = new Map<string, Span[]>()
  private readonly ranges = new Map<string, Range>()
  /** Whether each subscription lasts. */
  private readonly isActive = new Map<string, boolean>()

  private readonly source: Source
  private readonly streams: Streams
  private readonly index: MessageIndex

  constructor(source: Source, streams: Streams, index: MessageIndex, streamOf: (recipient: unknown) => number | null) {
    this.source = source
    this.streams = streams
    this.index = index
    for (const row of source.tables.rows('zerver_subscription')) {
      const [user, stream] = [source.people.of(row['user_profile']), streamOf(row['recipient'])]
      if (user !== null && stream !== null) this.isActive.set(keyOf(user.id, stream), row['active'] !== false)
    }
    const log = Map.groupBy(
      source.tables
        .rows('zerver_realmauditlog')
        .filter(({ event_type: type }) => begins.has(Number(type)) || type === ends),
      (row) => {
        const [user, stream] = [source.people.of(row['modified_user']), streams.of(row['modified_stream'])]
        return user === null || stream === null ? '' : keyOf(user.id, stream.id)
      },
    )
    for (const [key, rows] of log) {
      const isActive = this.isActive.get(key)
      if (isActive !== undefined) this.logged.set(key, this.fromLog(rows, isActive))
    }
  }

  private fromLog(rows: readonly Fields[], isActive: boolean): Span[] {
    const inOrder = rows.toSorted(
      (a, b) =>
        Number(a['event_last_message_id'] ?? 0) - Number(b['event_last_message_id'] ?? 0) ||
        Number(a['event_time']) - Number(b['event_time']) ||
        Number(a['id']) - Number(b['id']),
    )
    const spans: Span[] = []
    const isOpen = () => spans.at(-1)?.to === null
    for (const row of inOrder) {
      const at = this.index.after(wholeNumberOf(row['event_last_message_id']) ?? 0)
      const name = this.streams.of(row['modified_stream'])?.name ?? null
      if (row['event_type'] === ends) {
        if (isOpen()) spans.push(endSpan(spans.pop()!, at, this.source.times.second(numberOf(row['event_time'])), name))
        // The log does not go back to the beginning.
        else if (spans.length === 0)
          spans.push(endSpan(openSpan(1), at, this.source.times.second(numberOf(row['event_time'])), name))
      } else if (!isOpen()) spans.push(openSpan(at))
    }
    const last = spans.at(-1)
    if (isActive && !isOpen()) spans.push(openSpan(last?.to ?? 1))
    if (!isActive && isOpen()) spans.push(endSpan(spans.pop()!, this.index.end, null, null))
    // A span that ended where the next one begins had no message in between.
    return withoutGaps(spans).slice(-maxSpans)
  }

  /** Takes a message that a user received as a subscriber. Returns false if the log says that they were none then. */
  takeReceived(user_id: number, stream_id: number, { id, seconds }: { id: number; seconds: number }): boolean {
    const key = keyOf(user_id, stream_id)
    const logged = this.logged.get(key)
    if (logged !== undefined) return logged.some(({ from, to }) => from <= id && (to === null || id < to))
    if (!this.isActive.has(key)) return false
    const range = this.ranges.get(key)
    this.ranges.set(key, {
      first: Math.min(range?.first ?? id, id),
      last: Math.max(range?.last ?? id, id),
      seconds: Math.max(range?.seconds ?? 0, seconds),
    })
    return true
  }

  /** The spans of a subscription. An empty list means the whole time. */
  of(user_id: number, { id, name, row }: Stream): Span[] {
    const key = keyOf(user_id, id)
    const logged = this.logged.get(key)
    if (logged !== undefined) return logged
    const isActive = this.isActive.get(key) ?? false
    const range = this.ranges.get(key)
    if (isActive) {
      if (range !== undefined) return [openSpan(range.first)]
      // Subscribers see all of such a history, whenever they came.
      return row['history_public_to_subscribers'] === true ? [] : [openSpan(this.index.end)]
    }
    if (range === undefined) return [endSpan(openSpan(1), 1, 0, name)]
    return [endSpan(openSpan(range.first), range.last + 1, range.seconds, name)]
  }

  /** The first message of the subscription that lasts; null if there is none. */
  openFrom(user_id: number, stream_id: number): number | null {
    const key = keyOf(user_id, stream_id)
    if (this.isActive.get(key) !== true) return null
    const last = this.logged.get(key)?.at(-1)
    return last?.from ?? this.ranges.get(key)?.first ?? 1
  }
}

const openSpan = (from: number): Span => ({ from, to: null, unread_from: null, ended_at: null, ended_name: null })

const endSpan = (span: Span, to: number, ended_at: number | null, ended_name: string | null): Span => ({
  ...span,
  to: Math.max(span.from, to),
  ended_at,
  ended_name,
})

function withoutGaps(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last !== undefined && last.to === span.from) result.splice(-1, 1, { ...span, from: last.from })
    else result.push(span)
  }
  return result
}
