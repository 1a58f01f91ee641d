import { deleteDraft, storeDrafts } from './writes'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { characterCount } from '../core/base/unicode'
import { longestTopic, messageContent } from '../messages/text'
import { userSettings } from '../settings/queries'
import { accessStream } from '../streams/access'
import { assertSynchronized } from './access'
import { recipientsNamed } from '../users/recipients'
import { countDrafts, hasDraft, draftOfRow, type DraftRow } from './queries'
import type { NewDraft } from './schema'

/** Limits of one user: drafts, and bytes of their contents and recipients, which is enough for 100 drafts of maximal length. */
const limits = { drafts: 1000, bytes: 1_000_000 }

/** Stores all of the drafts, or none. The ids are in the order of the request (endpoints, Drafts). */
export async function createDrafts(turn: Turn, { drafts }: { drafts: NewDraft[] }): Promise<Change<{ ids: number[] }>> {
  const { actor, cached } = turn
  assertSynchronized(await cached(userSettings, actor.id))
  const valid: Omit<DraftRow, 'id'>[] = []
  for (const draft of drafts) valid.push(await validDraft(turn, draft))
  if (valid.length === 0) return { writes: [], result: { ids: [] } }
  await assertRoom(turn, valid)
  const rows = valid.map((draft) => ({ id: turn.next('draft'), ...draft }))
  return {
    writes: [storeDrafts(rows)],
    events: [tell([actor.id], { type: 'drafts', op: 'add', drafts: rows.map(draftOfRow) })],
    result: { ids: rows.map(({ id }) => id) },
  }
}

/** Replaces a draft (endpoints, Drafts). */
export async function editDraft(
  turn: Turn,
  { draft_id, draft }: { draft_id: number; draft: NewDraft },
): Promise<Change> {
  await assertOwnDraft(turn, draft_id)
  const row = { id: draft_id, ...(await validDraft(turn, draft)) }
  await assertRoom(turn, [row], draft_id)
  return {
    writes: [storeDrafts([row])],
    events: [tell([turn.actor.id], { type: 'drafts', op: 'update', draft: draftOfRow(row) })],
    result: {},
  }
}

export async function removeDraft(turn: Turn, { draft_id }: { draft_id: number }): Promise<Change> {
  await assertOwnDraft(turn, draft_id)
  return {
    writes: [deleteDraft(draft_id)],
    events: [tell([turn.actor.id], { type: 'drafts', op: 'remove', draft_id })],
    result: {},
  }
}

/** Refuses drafts that would exceed the limits together with the stored ones, except for one that is replaced. */
async function assertRoom(
  { sql, actor }: Turn,
  drafts: readonly Omit<DraftRow, 'id'>[],
  replaced: number | null = null,
): Promise<void> {
  const draftCount = await countDrafts(sql, actor.id, replaced)
  if (draftCount.amount + drafts.length > limits.drafts) throw refused(`Too many drafts (limit: ${limits.drafts})`)
  const text = drafts.map(({ content, to }) => content + JSON.stringify(to)).join('')
  if (draftCount.bytes + new TextEncoder().encode(text).length > limits.bytes)
    throw refused(`Drafts are too long together (limit: ${limits.bytes} bytes)`)
}

/** Refuses a draft that does not exist or belongs to somebody else. The specification shows this response without `code`. */
async function assertOwnDraft({ actor, cached, sql }: Turn, draft_id: number): Promise<void> {
  assertSynchronized(await cached(userSettings, actor.id))
  if (!(await hasDraft(sql, actor.id, draft_id)))
    throw refused('Draft does not exist', { status: 404, code: null, reason: 'not_found' })
}

/** The draft as it is stored, or a refusal. Its text obeys the rules of messages (endpoints, Drafts). */
async function validDraft(turn: Turn, draft: NewDraft): Promise<Omit<DraftRow, 'id'>> {
  const { type, to } = await addressOf(turn, draft)
  return {
    user_id: turn.actor.id,
    type,
    to,
    topic: draftTopic(draft.topic, type),
    content: messageContent(draft.content),
    edited_at: draft.timestamp ?? turn.now,
  }
}

/** The topic; empty unless the draft is for a stream. Unlike a message's, it may be empty (objects, Draft). */
function draftTopic(raw: string, type: DraftRow['type']): string {
  if (raw.includes('\0')) throw refused('Topic must not contain null bytes')
  const topic = type === 'stream' ? raw.toWellFormed().trim() : ''
  if (characterCount(topic) > longestTopic) throw refused(`Topic is too long (limit: ${longestTopic} characters)`)
  return topic
}

async function addressOf(turn: Turn, { type, to }: NewDraft): Promise<Pick<DraftRow, 'type' | 'to'>> {
  if (type === 'stream') {
    if (to.length !== 1) throw refused('Must specify exactly 1 stream ID for stream messages')
    const { stream } = await accessStream(turn, { stream_id: to[0]! })
    return { type, to: [stream.id] }
  }
  if (type === '' || to.length === 0) return { type: '', to: [] }
  return { type, to: await peopleOf(turn, to) }
}

/** The other people, or the actor if there are none. Unknown people are left out; refuses if all are unknown. */
async function peopleOf(turn: Turn, to: number[]): Promise<number[]> {
  const { actor } = turn
  const people = (await recipientsNamed(turn, [...new Set(to)])).filter((person) => person !== null)
  if (people.length === 0) throw refused('Invalid user ID')
  const others = people.map(({ id }) => id).filter((id) => id !== actor.id)
  return others.length === 0 ? [actor.id] : others
}
