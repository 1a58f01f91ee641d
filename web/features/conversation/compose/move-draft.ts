import type { Conversation } from '../../../../client'
import { draftsOf } from './drafts'
import { keyOf, withoutReader, type Writer } from './recipient'
import { focusRequest } from './target'

/** Puts an unsent text back into its compose box, unless there is a draft. */
export function restoreDraft(session: Writer, whom: Conversation, given: string): void {
  const to = withoutReader(whom, session.store.user_id)
  const drafts = draftsOf(session)
  const key = keyOf(to)
  if (drafts.read(key) !== null) return
  // Keep it as a draft, too: if the user can no longer post there, there is no box.
  drafts.keep(key, to, given)
  focusRequest.value = { key, given }
}

/** Moves a draft to another conversation, unless that one has a draft. */
export function moveDraft(session: Writer, from: Conversation, to: Conversation): void {
  const drafts = draftsOf(session)
  const [before, after] = [from, to].map((one) => keyOf(withoutReader(one, session.store.user_id))) as [string, string]
  const text = drafts.read(before)
  if (text === null || drafts.read(after) !== null) return
  drafts.keep(after, to, text.content)
  drafts.discard(before, from)
}
