import { env } from 'cloudflare:workers'
import { beforeFirstId } from '../../src/core/sql/ids'
import { committedState } from './committed-state'
import type { Person, StoredRealm } from './index'

/** The id of the realm's next message. */
export const upcomingId = async (realm: StoredRealm): Promise<number> =>
  beforeFirstId(realm.id) + ((await committedState(realm)).counters['message'] ?? 0) + 1

/**
 * Inserts messages without the realm's object and returns their ids. They go to the recipients in turn, and in a stream to nine
 * topics in turn.
 */
export async function seed(sender: Person, count: number, ...recipients: readonly number[]): Promise<number[]> {
  const { realm } = sender
  const first = await upcomingId(realm)
  const { counters } = await committedState(realm)
  const message = first + count - 1 - beforeFirstId(realm.id)
  const event = Math.max(message, counters['event'] ?? 0)
  await realm.behindTheWriter(
    env.DB.prepare(`
      with
        recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ?1),
        place (number, recipient_id, is_private) as (
          select key, value, not exists (select 1 from stream where id = value) from json_each(?4)
        )
      insert into message (
        id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client
      )
      select ?2 + n, ?2 + n, ?3, recipient_id, is_private,
        iif(is_private, '', 'Topic ' || n % 9), iif(is_private, '', 'topic ' || n % 9),
        'number ' || n, '<p>number ' || n || '</p>', unixepoch(), 'website'
      from number join place on place.number = n % json_array_length(?4)
    `).bind(count, first, sender.id, JSON.stringify(recipients)),
    env.DB.prepare('update commit_state set counters = ? where realm_id = ?').bind(
      JSON.stringify({ ...counters, message, event }),
      realm.id,
    ),
  )
  return Array.from({ length: count }, (_, index) => first + index)
}
