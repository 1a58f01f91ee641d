import { effect, untracked } from '@preact/signals'
import { conversationKey } from '../../../../client'
import { localDrafts, type LocalDraft } from '../../../session/local-drafts'
import { conversationFor, isOn, type Writer } from './recipient'
import { keyOfDraft } from './server-drafts'

const followedStores = new WeakSet<Writer['store']>()

/**
 * Marks local drafts that are on the server, too. Drops those that the server no longer has: they were sent or discarded on
 * another device, and the user has typed nothing here since.
 */
export function syncDrafts(writer: Pick<Writer, 'store' | 'outbox'>): void {
  const { store } = writer
  if (followedStores.has(store)) return
  followedStores.add(store)
  const drafts = localDrafts(store.user_id)

  /** The local draft as it should be kept; null to drop it. */
  function mergeDraft(
    text: LocalDraft,
    serverDrafts: typeof store.state.drafts.value,
    isSynchronized: boolean,
  ): LocalDraft | null {
    // Without synchronization, no event tells what happens to drafts.
    if (!isSynchronized) return text.isTold ? { ...text, isTold: false } : text
    const to = conversationFor(text.to, store)
    const key = to && conversationKey(to)
    const same = serverDrafts.find(
      (draft) => draft.content.trim() === text.content.trim() && keyOfDraft(draft, store.user_id) === key,
    )
    if (same) return text.isTold && text.draft_id === same.id ? text : { ...text, draft_id: same.id, isTold: true }
    return text.isTold && !serverDrafts.some(({ id }) => id === text.draft_id) ? null : text
  }

  effect(() => {
    const serverDrafts = store.state.drafts.value
    const isSynchronized = isOn('enable_drafts_synchronization', writer)
    untracked(() => {
      for (const [key, text] of drafts.all()) {
        const after = mergeDraft(text, serverDrafts, isSynchronized)
        if (after === null) drafts.drop(key)
        else if (after !== text) drafts.write(key, after)
      }
    })
  })
}
