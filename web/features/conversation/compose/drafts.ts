import { conversationKey } from '../../../../client'
import { syncDrafts } from './draft-sync'
import { localDrafts, localDraftsVersion, type LocalDrafts, type LocalDraft } from '../../../session/local-drafts'
import { conversationFor, isOn, type Recipient, type Writer } from './recipient'
import { keyOfDraft, placeOf, recipientOf, type ServerDraft } from './server-drafts'

/** The drafts of an account: kept in this browser at once, and saved on the server for other devices. */
export interface Drafts {
  /** The newer of the local draft and the server draft; null if there is none. */
  read(key: string): LocalDraft | null
  /** Whether the local draft is gone. Reads a signal. */
  isGone(key: string): boolean
  /** What other windows write under a key from now on (`LocalDrafts`). */
  fromElsewhere: LocalDrafts['foreignText']
  keep(key: string, to: Recipient, content: string): void
  /** Saves the draft on the server, or deletes it there if it is empty. `isLeaving`: the page may close at any moment. */
  tell(key: string, to: Recipient, isLeaving?: boolean): void
  /** Drops the draft here and on the server: it was sent, or the user does not want it. */
  discard(key: string, to: Recipient): void
}

export function draftsOf(writer: Writer): Drafts {
  const { store, outbox } = writer
  const local = localDrafts(store.user_id)
  syncDrafts(writer)

  const byId = (draft_id?: number): ServerDraft | undefined =>
    outbox.state.drafts.peek().find(({ id }) => id === draft_id)

  /** The newest server draft of a conversation, including those that the outbox has yet to save. */
  const newestOf = (key: string): ServerDraft | undefined =>
    outbox.state.drafts
      .peek()
      .filter((draft) => keyOfDraft(draft, store.user_id) === key)
      .toSorted((a, b) => b.timestamp - a.timestamp)[0]

  function drop(serverDraft: ServerDraft | undefined): void {
    if (serverDraft !== undefined) tryTo(() => outbox.do({ kind: 'discard', draft_id: serverDraft.id }))
  }

  return {
    read(key) {
      const here = local.read(key)
      const there = newestOf(key)
      if (there === undefined || (here !== null && here.timestamp >= there.timestamp)) return here
      const { content, timestamp, id } = there
      const draft_id = typeof id === 'number' ? id : undefined
      const text = { to: recipientOf(there, store.user_id), content, timestamp, draft_id, isTold: true }
      local.write(key, text)
      return text
    },
    fromElsewhere: (key) => local.foreignText(key),
    isGone: (key) => localDraftsVersion.value >= 0 && local.read(key) === null,
    keep(key, to, content) {
      const draft_id = local.read(key)?.draft_id
      if (content.trim() !== '')
        local.write(key, { to, content, timestamp: Math.floor(Date.now() / 1000), ...(draft_id && { draft_id }) })
      else {
        drop(byId(draft_id))
        local.drop(key)
      }
    },
    tell(key, whom, isLeaving = false) {
      const to = conversationFor(whom, store)
      if (to === null || !isOn('enable_drafts_synchronization', { outbox })) return
      const text = local.read(key)
      const serverDraft = byId(text?.draft_id) ?? newestOf(conversationKey(to))
      if (text === null) return drop(serverDraft)
      if (serverDraft?.content === text.content && keyOfDraft(serverDraft, store.user_id) === conversationKey(to))
        return
      const draft = { ...placeOf(to, store.user_id), content: text.content, timestamp: text.timestamp }
      const wait = (): void =>
        tryTo(() => outbox.do({ kind: 'draft', ...(serverDraft && { draft_id: serverDraft.id }), draft }))
      // The outbox stores a command before it sends it, and a closing page has no time for that. Then ask the server directly,
      // unless the draft has no server id yet.
      if (!isLeaving || typeof serverDraft?.id === 'string') return wait()
      const request = serverDraft
        ? writer.ask('PATCH /drafts/{draft_id}', { draft_id: serverDraft.id, draft }, { outlivesPage: true })
        : writer.ask('POST /drafts', { drafts: [draft] }, { outlivesPage: true })
      request.catch(wait)
    },
    discard(key, whom) {
      const to = conversationFor(whom, store)
      drop(byId(local.read(key)?.draft_id) ?? (to ? newestOf(conversationKey(to)) : undefined))
      local.drop(key)
    },
  }
}

/** Ignores a full outbox: this browser keeps the draft all the same. */
function tryTo(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
