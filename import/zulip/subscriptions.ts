import { subscriptionRecord } from '../shared/records.ts'
import { choiceOf, flagOf, textOf, wholeNumberOf } from '../shared/values.ts'
import type { Places } from './places.ts'
import type { ReadState } from './read-state.ts'
import type { Source } from './source.ts'
import type { SpanTable } from './spans.ts'
import type { Stream, Streams } from './streams.ts'

interface History {
  readonly streams: Streams
  readonly places: Places
  readonly spans: SpanTable
  readonly readState: ReadState
}

export function addSubscriptions(
  { tables, sink, people }: Source,
  { streams, places, spans, readState }: History,
): void {
  const streamById = new Map<number | null, Stream>(streams.all.map((stream) => [stream.id, stream]))
  const seenKeys = new Set<string>()
  for (const row of tables.rows('zerver_subscription')) {
    const stream_id = places.streamOf(row['recipient'])
    const user = people.of(row['user_profile'])
    const key = `${user?.id} ${stream_id}`
    if (stream_id === null || user === null || seenKeys.has(key)) continue
    seenKeys.add(key)
    const place = places.streamPlace(stream_id)
    const color = textOf(row['color'])
    sink.add(
      'subscriptions',
      subscriptionRecord({
        user_id: user.id,
        stream_id,
        active: row['active'] !== false,
        color: /^#[\da-f]{6}$/i.test(color) ? color : null,
        // Versions before 2.0 had the opposite.
        is_muted: flagOf(row['is_muted'], row['in_home_view'] === false),
        pin_to_top: flagOf(row['pin_to_top']),
        desktop_notifications: choiceOf(row['desktop_notifications']),
        audible_notifications: choiceOf(row['audible_notifications']),
        push_notifications: choiceOf(row['push_notifications']),
        email_notifications: choiceOf(row['email_notifications']),
        wildcard_mentions_notify: choiceOf(row['wildcard_mentions_notify']),
        role: wholeNumberOf(row['role']) ?? 50,
        spans: spans
          .of(user.id, streamById.get(stream_id)!)
          .map((span) =>
            span.to === null ? { ...span, unread_from: readState.unreadFrom(user.id, place, span.from) } : span,
          ),
      }),
    )
  }
}

/** Adds the private conversations that have messages. */
export function addConversations({ sink }: Source, { places, readState }: Pick<History, 'places' | 'readState'>): void {
  for (const place of places.conversations) {
    const unread_from: Record<string, number> = {}
    for (const member of place.members) {
      const first = readState.unreadFrom(member, place)
      if (first !== null) unread_from[member] = first
    }
    sink.add('conversations', { id: place.id, members: [...place.members], unread_from })
  }
}
