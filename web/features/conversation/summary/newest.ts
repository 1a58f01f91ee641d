import { useEffect } from 'preact/hooks'
import type { Terms } from '../../../../client'
import { useSession } from '../../../session/context'

/** Messages in the second request, after a page of the newest ones. */
const secondPageSize = 400

/**
 * Loads the newest messages of conversations from the narrow `terms`, by two requests at most. Conversations whose newest message
 * is older show no last words.
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
      if (isWanted && isOlder && !view.reachesOldest.peek()) await view.load('older', secondPageSize)
    }
    void load()
    return () => {
      isWanted = false
      view.close()
    }
    // Once, because events tell what comes later.
  }, [client])
}
