import { env } from 'cloudflare:workers'
import type { Person, StoredRealm } from './index'

/** Raises a counter of the realm, as if more ids of this kind had been given out. */
export async function raise(realm: StoredRealm, kind: string, by: number): Promise<void> {
  await realm.behindTheWriter(
    env.DB.prepare(`
    update commit_state set counters = json_set(counters, '$.' || ?1, coalesce(counters ->> ('$.' || ?1), 0) + ?2)
    where realm_id = ?3
  `).bind(kind, by, realm.id),
  )
}

/**
 * Stores events for a person, as if they had happened while no client listened to the queue: lists of alert words,
 * numbered from 0, each about `size` characters long.
 */
export async function seedEvents(person: Person, amount: number, size: number): Promise<void> {
  const { realm } = person
  const { last } = (await env.DB.prepare(`select counters ->> '$.event' as last from commit_state where realm_id = ?`)
    .bind(realm.id)
    .first<{ last: number }>())!
  await env.DB.prepare(`
    with recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ?1)
    insert into event (id, told)
    select ?2 + n, json_array(json_object(
      'id', ?2 + n, 'to', json_array(?3),
      'event', json_object('type', 'alert_words', 'alert_words', json_array('' || n, ?4))
    ))
    from number
  `)
    .bind(amount, (realm.id - 1) * 2 ** 32 + last + 1, person.id, 'x'.repeat(size))
    .run()
  await raise(realm, 'event', amount)
}

/** The numbers of seeded events. */
export const numbersOf = (events: readonly object[]): number[] =>
  events.map((event) => Number((event as { alert_words: string[] }).alert_words[0]))

export const upTo = (amount: number): number[] => Array.from({ length: amount }, (_, index) => index)

/** What is written down of queues. */
export const shelved = ({ storage }: DurableObjectState): { id: string; share: number; options: object }[] =>
  storage.sql
    .exec<{ queues: string }>('select queues from queue_shelf')
    .toArray()
    .flatMap(({ queues }) => JSON.parse(queues) as { id: string; share: number; options: object }[])
