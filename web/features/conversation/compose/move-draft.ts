import type { Conversation } from '../../../../client'
import { draftsOf } from './drafts'
import { keyOf, withoutReader, type Writer } from './recipient'
import { focusRequest } from './target'

/** Gives a text back that was not sent, where nothing else is being written. */
export function restoreDraft(session: Writer, whom: Conversation, given: string): void {
  const to = withoutReader(whom, session.store.user_id)
  const drafts = draftsOf(session)
  const key = keyOf(to)
  if (drafts.read(key) !== null) return
  // Where one may not write any more it is kept for later.
  drafts.keep(key, to, given)
  focusRequest.value = { key, given }
}

/** Takes what is being written along to another conversation, unless something is being written there. */
export function moveDraft(session: Writer, from: Conversation, to: Conversation): void {
  const drafts = draftsOf(session)
  const [before, after] = [from, to].map((one) => keyOf(withoutReader(one, session.store.user_id))) as [string, string]
  const text = drafts.read(before)
  if (text === null || drafts.read(after) !== null) return
  drafts.keep(after, to, text.content)
  drafts.discard(before, from)
}
