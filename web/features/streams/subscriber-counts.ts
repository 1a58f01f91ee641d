import { signal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Session } from '../../session/open'
import { useSession } from '../../session/context'

type Counts = ReadonlyMap<number, number>

/** How many people are subscribed to each stream that the user may see, by id. Empty until they are loaded. */
export function useSubscriberCounts(): ReadonlySignal<Counts> {
  const session = useSession()
  const counts = useMemo(() => signal<Counts>(new Map()), [])
  useEffect(() => {
    void load(session).then(
      (loaded) => (counts.value = loaded),
      // The list does without the counts.
      () => undefined,
    )
    return session.client.lastEvents.subscribe((events) => {
      const next = new Map(counts.peek())
      const change = (stream_id: number, by: number): unknown =>
        next.has(stream_id) && next.set(stream_id, next.get(stream_id)! + by)
      for (const event of events) {
        if (event.type !== 'subscription') continue
        if (event.op === 'add') for (const { stream_id } of event.subscriptions) change(stream_id, 1)
        if (event.op === 'remove') for (const { stream_id } of event.subscriptions) change(stream_id, -1)
        if (event.op !== 'peer_add' && event.op !== 'peer_remove') continue
        const others = event.user_ids.filter((id) => id !== session.store.user_id).length
        for (const stream_id of event.stream_ids) change(stream_id, event.op === 'peer_add' ? others : -others)
      }
      counts.value = next
    })
  }, [])
  return counts
}

async function load({ ask, store }: Session): Promise<Counts> {
  const { streams } = await ask('GET /streams', {
    include_subscriber_count: true,
    include_web_public: true,
    include_all_active: store.state.is_admin.peek(),
  })
  return new Map(streams.map(({ stream_id, subscriber_count = 0 }) => [stream_id, subscriber_count]))
}
