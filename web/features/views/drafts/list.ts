import { type Client, conversationKey } from '../../../../client'
import { localDrafts, localDraftsVersion, type LocalDraft } from '../../../session/local-drafts'
import { keyOf as textKeyOf, type Recipient } from '../../conversation/compose/recipient'
import { keyOfDraft, recipientOf, type ServerDraft } from '../../conversation/compose/kit'

/** A draft in the list: on the server, in this browser, or both. */
export interface DraftRow {
  readonly key: string
  readonly to: Recipient
  readonly content: string
  readonly timestamp: number
  /** The draft on the server; undefined if only this browser has it. */
  readonly serverDraft: ServerDraft | undefined
  /** The key of its compose box, and the local draft there; undefined if this browser has none. */
  readonly here: readonly [key: string, text: LocalDraft] | undefined
}

type Account = Pick<Client, 'store' | 'outbox'>

/** All drafts of the account and of this browser, the newest first. */
export function draftsIn({ store, outbox }: Account): readonly DraftRow[] {
  void localDraftsVersion.value
  const { user_id } = store
  const serverDrafts = outbox.state.drafts.value
  const texts = new Map<unknown, readonly [string, LocalDraft]>()
  const others: DraftRow[] = []
  for (const here of localDrafts(user_id).all()) {
    const [key, text] = here
    const same = serverDrafts.find(({ id }) => id === text.draft_id) ?? newestOf(serverDrafts, text.to, user_id)
    if (same) texts.set(same, here)
    else others.push({ ...text, key, serverDraft: undefined, here })
  }
  const own = serverDrafts.map((draft): DraftRow => {
    const here = texts.get(draft)
    const { content, timestamp } = here && here[1].timestamp >= draft.timestamp ? here[1] : draft
    return { key: `${draft.id}`, to: recipientOf(draft, user_id), content, timestamp, serverDraft: draft, here }
  })
  return [...own, ...others].toSorted((a, b) => b.timestamp - a.timestamp)
}

const newestOf = (serverDrafts: readonly ServerDraft[], to: Recipient, own_id: number): ServerDraft | undefined =>
  serverDrafts
    .filter((draft) => to !== null && keyOfDraft(draft, own_id) === conversationKey(to))
    .toSorted((a, b) => b.timestamp - a.timestamp)[0]

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Puts a draft into the compose box where it belongs. Returns the key of that box. */
export function openDraft({ to, serverDraft, here, content }: DraftRow, { store }: Account): string {
  if (here !== undefined) return here[0]
  const drafts = localDrafts(store.user_id)
  const key = textKeyOf(to)
  const before = drafts.read(key)
  const draft_id = typeof serverDraft?.id === 'number' ? serverDraft.id : undefined
  // If the box has a text that is stored nowhere else, keep it above the draft.
  const isLost = before !== null && before.isTold !== true && before.content !== content
  const all = isLost ? `${before.content}\n\n${content}` : content
  drafts.write(key, { to, content: all, timestamp: nowSeconds(), draft_id, isTold: !isLost && draft_id !== undefined })
  return key
}

/** Discards a draft. Returns a function that undoes this. */
export function discard({ serverDraft, here }: DraftRow, { store, outbox }: Account): () => void {
  const drafts = localDrafts(store.user_id)
  if (serverDraft) outbox.do({ kind: 'discard', draft_id: serverDraft.id }).done.catch(() => undefined)
  if (here) drafts.drop(here[0])
  return () => {
    if (here) drafts.write(here[0], { ...here[1], draft_id: undefined, isTold: false })
    if (!serverDraft) return
    const { id: _, ...draft } = serverDraft
    outbox.do({ kind: 'draft', draft }).done.catch(() => undefined)
  }
}
