import { useEffect } from 'preact/hooks'
import type { Terms } from '../../../../client'
import { useSession } from '../../../session/context'

/** Messages that are asked for once beyond a page of the newest ones. */
const more = 400

/**
 * Sees to it that the newest messages of conversations are here, with two requests at most: of what is older there are no words.
 * `terms` say among which messages they are.
 */
export function useNewest(message_ids: readonly number[], terms: Terms): void {
  const { client, store } = useSession()
  const isMissing = message_ids.some((id) => store.messages.get(id) === undefined)
  useEffect(() => {
    if (!isMissing) return undefined
    const view = client.view(terms, 'newest')
    let isWanted = true
    async function load(): Promise<void> {
      await view.goTo('newest')
      const oldest = view.ids.peek()[0]
      const isOlder = message_ids.some((id) => oldest !== undefined && id < oldest)
      if (isWanted && isOlder && !view.reachesOldest.peek()) await view.load('older', more)
    }
    void load()
    return () => {
      isWanted = false
      view.close()
    }
    // Once: what comes later is told by events.
  }, [client])
}
