import type { Sql } from '../core/sql/sql'
import { settingsOf } from '../accounts/settings'
import type { QuotaSettings } from '../core/usage/quotas'
import { oldTextProgress, type OldTextProgress } from '../old-texts/progress'
import { messageIdSpan, oldTextState, sampledMessages } from './queries'

/** Messages of a sample: so many rows are read. */
const sampleSize = 800

/**
 * Bytes that a message takes beside its texts: numbers of its row, its place in the table, in the indexes of streams and topics, and what
 * the search index has of its size (docs/decisions/0046-bytes-of-a-message.md).
 */
const bytesBesideTexts = 100

/** What the search index has of a content, for each of its bytes. */
const searchBytesPerByte = 1

/** Places in the answer. */
const maxPlaces = 20

interface Place {
  /** Null: all direct messages. */
  readonly stream_id: number | null
  readonly messages: number
  readonly bytes: number
}

interface DatabaseUse {
  readonly messages: number
  readonly message_bytes: number
  readonly places: Place[]
  readonly is_estimated: boolean
  readonly old_texts: OldTextProgress
}

/**
 * About what the messages of an organization take in the database. Ids of messages follow each other, so a sample is every n-th of them.
 * Those that were deleted are missing in the sample as in all, so it also tells how many there are.
 */
export async function databaseUse(
  sql: Sql,
  realm_id: number,
  quotas: QuotaSettings,
  now: number,
): Promise<DatabaseUse> {
  const [span, { settings, old_texts_up_to }] = await Promise.all([
    messageIdSpan(sql, realm_id),
    oldTextState(sql, realm_id),
  ])
  const place = { settings: settingsOf({ realm_settings: settings }), old_texts_up_to, quotas, now }
  if (span === null) {
    const old_texts = oldTextProgress({ step: 1, messages: [] }, place)
    return { messages: 0, message_bytes: 0, places: [], is_estimated: false, old_texts }
  }
  const { first, last } = span
  const ids = last - first + 1
  const step = Math.max(1, ids / sampleSize)
  const sample = await sampledMessages(
    sql,
    Array.from({ length: Math.min(ids, sampleSize) }, (_, index) => first + Math.floor(index * step)),
  )
  const places = new Map<number | null, { messages: number; bytes: number }>()
  for (const { recipient_id, is_private, text_bytes, content_bytes } of sample) {
    const stream_id = is_private === 1 ? null : recipient_id
    const place = places.get(stream_id) ?? { messages: 0, bytes: 0 }
    place.messages += step
    place.bytes += step * (text_bytes + content_bytes * searchBytesPerByte + bytesBesideTexts)
    places.set(stream_id, place)
  }
  const all = [...places.values()]
  return {
    messages: Math.round(all.reduce((sum, { messages }) => sum + messages, 0)),
    message_bytes: Math.round(all.reduce((sum, { bytes }) => sum + bytes, 0)),
    places: [...places]
      .map(([stream_id, { messages, bytes }]) => ({
        stream_id,
        messages: Math.round(messages),
        bytes: Math.round(bytes),
      }))
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, maxPlaces),
    is_estimated: step > 1,
    old_texts: oldTextProgress({ step, messages: sample }, place),
  }
}
