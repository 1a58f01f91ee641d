import type { Client } from '../../../../client'
import { conversationKey } from '../../../../client/store/conversation'
import { localDrafts, textKeyOf, localDraftsVersion, type Recipient, type LocalDraft } from '../../conversation/compose'
import { keyOfDraft, recipientOf, type ServerDraft } from '../../conversation/compose/kit'

/** Something that was begun and is not sent. */
export interface DraftRow {
  readonly key: string
  readonly to: Recipient
  readonly content: string
  readonly timestamp: number
  /** As the account has it. */
  readonly told: ServerDraft | undefined
  /** Where the text box is that has it, and the text there. */
  readonly here: readonly [key: string, text: LocalDraft] | undefined
}

type Account = Pick<Client, 'store' | 'outbox'>

/** All drafts of the account and of this browser, the newest first. */
export function draftsIn({ store, outbox }: Account): readonly DraftRow[] {
  void localDraftsVersion.value
  const { user_id } = store
  const told = outbox.state.drafts.value
  const texts = new Map<unknown, readonly [string, LocalDraft]>()
  const others: DraftRow[] = []
  for (const here of localDrafts(user_id).all()) {
    const [key, text] = here
    const same = told.find(({ id }) => id === text.draft_id) ?? newestOf(told, text.to, user_id)
    if (same) texts.set(same, here)
    else others.push({ ...text, key, told: undefined, here })
  }
  const own = told.map((draft): DraftRow => {
    const here = texts.get(draft)
    const { content, timestamp } = here && here[1].timestamp >= draft.timestamp ? here[1] : draft
    return { key: `${draft.id}`, to: recipientOf(draft, user_id), content, timestamp, told: draft, here }
  })
  return [...own, ...others].toSorted((left, right) => right.timestamp - left.timestamp)
}

const newestOf = (told: readonly ServerDraft[], to: Recipient, own_id: number): ServerDraft | undefined =>
  told
    .filter((draft) => to !== null && keyOfDraft(draft, own_id) === conversationKey(to))
    .toSorted((left, right) => right.timestamp - left.timestamp)[0]

const now = (): number => Math.floor(Date.now() / 1000)

/** Puts a draft into the text box of where it belongs. Answers the key of that box. */
export function takeUp({ to, told, here, content }: DraftRow, { store }: Account): string {
  if (here !== undefined) return here[0]
  const kept = localDrafts(store.user_id)
  const key = textKeyOf(to)
  const before = kept.read(key)
  const draft_id = typeof told?.id === 'number' ? told.id : undefined
  // A text that is nowhere else is not lost.
  const isLost = before !== null && before.isTold !== true && before.content !== content
  const all = isLost ? `${before.content}\n\n${content}` : content
  kept.write(key, { to, content: all, timestamp: now(), draft_id, isTold: !isLost && draft_id !== undefined })
  return key
}

/** Lets go of a draft. What it answers takes that back. */
export function discard({ told, here }: DraftRow, { store, outbox }: Account): () => void {
  const kept = localDrafts(store.user_id)
  if (told) outbox.do({ kind: 'discard', draft_id: told.id }).done.catch(() => undefined)
  if (here) kept.drop(here[0])
  return () => {
    if (here) kept.write(here[0], { ...here[1], draft_id: undefined, isTold: false })
    if (!told) return
    const { id: _, ...draft } = told
    outbox.do({ kind: 'draft', draft }).done.catch(() => undefined)
  }
}
