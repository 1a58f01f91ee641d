import { conversationKey } from '../../../../client'
import { syncDrafts } from './draft-sync'
import { localDrafts, localDraftsVersion, type LocalDrafts, type LocalDraft } from '../../../session/local-drafts'
import { conversationFor, isOn, type Recipient, type Writer } from './recipient'
import { keyOfDraft, placeOf, recipientOf, type ServerDraft } from './server-drafts'

/** Texts that are being written: kept here at once, and told to the server so that other devices have them. */
export interface Drafts {
  /** The text of a key, or of the conversation, whichever was written last. */
  read(key: string): LocalDraft | null
  /** Whether there is none any more. It is watched. */
  isGone(key: string): boolean
  /** Answers what other windows write from now on (`KeptTexts`). */
  fromElsewhere: LocalDrafts['fromElsewhere']
  keep(key: string, to: Recipient, content: string): void
  /** Tells the server what was written to somebody, or that nothing is; `isLeaving`: the page may be gone at once. */
  tell(key: string, to: Recipient, isLeaving?: boolean): void
  /** It was sent, or is not wanted. */
  discard(key: string, to: Recipient): void
}

export function draftsOf(writer: Writer): Drafts {
  const { store, outbox } = writer
  const local = localDrafts(store.user_id)
  syncDrafts(writer)

  const byId = (draft_id?: number): ServerDraft | undefined =>
    outbox.state.drafts.peek().find(({ id }) => id === draft_id)

  /** The newest draft of a conversation that the server has, or is told of. */
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
    fromElsewhere: (key) => local.fromElsewhere(key),
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
      // What the outbox is told it keeps first, and a page that goes has no time for that.
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

/** What cannot be told is kept here all the same. */
function tryTo(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
