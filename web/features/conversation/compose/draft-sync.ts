import { effect, untracked } from '@preact/signals'
import { conversationKey } from '../../../../client'
import { localDrafts, type LocalDraft } from '../../../session/local-drafts'
import { conversationFor, isOn, type Writer } from './recipient'
import { keyOfDraft } from './server-drafts'

const followed = new WeakSet<Writer['store']>()

/**
 * Remembers which drafts of the account the texts here are, and lets go of texts whose draft is gone: it was sent or
 * discarded on another device, and nothing was typed here since.
 */
export function syncDrafts(writer: Pick<Writer, 'store' | 'outbox'>): void {
  const { store } = writer
  if (followed.has(store)) return
  followed.add(store)
  const drafts = localDrafts(store.user_id)

  /** The text as it is now; null if it goes. */
  function merged(
    text: LocalDraft,
    serverDrafts: typeof store.state.drafts.value,
    isSynchronized: boolean,
  ): LocalDraft | null {
    // Without it nobody tells what becomes of drafts.
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
        const after = merged(text, serverDrafts, isSynchronized)
        if (after === null) drafts.drop(key)
        else if (after !== text) drafts.write(key, after)
      }
    })
  })
}
