import { env } from 'cloudflare:workers'
import { committedState } from './committed-state'
import type { Listener, Person, StoredRealm } from './index'

/** Raises counters of the realm, as if more ids of these kinds had been assigned. */
export async function raiseCounters(realm: StoredRealm, by: Readonly<Record<string, number>>): Promise<void> {
  const { counters } = await committedState(realm)
  const raised = Object.entries(by).map(([kind, amount]) => [kind, (counters[kind] ?? 0) + amount])
  await realm.behindTheWriter(
    env.DB.prepare('update commit_state set counters = ? where realm_id = ?').bind(
      JSON.stringify({ ...counters, ...Object.fromEntries(raised) }),
      realm.id,
    ),
  )
}

/**
 * Stores events for a person, as if they had happened while the client was away: lists of alert words, numbered from 0, each
 * about `size` characters long.
 */
export async function seedEvents(person: Person, amount: number, size: number): Promise<void> {
  const { realm } = person
  const last = (await committedState(realm)).counters['event']!
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
  await raiseCounters(realm, { event: amount })
}

/** The numbers of seeded events. */
export const numbersOf = (events: readonly object[]): number[] =>
  events.map((event) => Number((event as { alert_words: string[] }).alert_words[0]))

export const numbersBelow = (amount: number): number[] => Array.from({ length: amount }, (_, index) => index)

/** All events of a queue, including those that the object has to read from the database again. */
export async function readAllEvents(listener: Listener) {
  const allEvents: Record<string, unknown>[] = []
  for (;;) {
    const { events } = (await listener.poll({ dont_block: true })) as unknown as { events: ({ id: number } & object)[] }
    if (events.length === 0) return allEvents
    allEvents.push(...(events as unknown as Record<string, unknown>[]))
    listener.last_event_id = events.at(-1)!.id
  }
}

/** The queues on the object's shelf. */
export const readShelvedQueues = ({
  storage,
}: DurableObjectState): { id: string; shares: number[]; options: object }[] =>
  storage.sql
    .exec<{ queues: string }>('select queues from queue_shelf')
    .toArray()
    .flatMap(({ queues }) => JSON.parse(queues) as { id: string; shares: number[]; options: object }[])
