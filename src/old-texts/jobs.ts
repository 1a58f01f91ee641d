import { daySeconds } from '../core/base/units'
import type { JobContext, JobKind } from '../core/jobs/job-kind'
import { beforeFirstId } from '../core/sql/ids'
import type { Sql } from '../core/sql/sql'
import type { Job } from '../core/turn/change'
import { askOldTexts, hasOldTexts, oldTextsUnavailable } from './client'
import { copiedText, type CopiedText } from './copied-text'
import { maxTextsOfChange } from './limits'
import {
  candidatesAfter,
  candidatesAmong,
  indexStructure,
  maxReturned,
  moveState,
  removals,
  returnedAfter,
  type CandidateRow,
} from './queries'
import { oldTextOf, type TextKey } from './schema'

/** Where a step begins: first it looks at texts that came back, then at messages that were not looked at before. */
export interface MoveStep {
  /** The last message with a returned text that was looked at; null: all were. */
  readonly returnedUpTo: number | null
}

/** What a step hands over to the action `removeOldTexts`, which writes it into the database. */
export interface MoveOutcome {
  /** Ids of the rows of `old_text_removal` whose texts the object has removed. */
  readonly removals: readonly number[]
  readonly copied: readonly CopiedText[]
  /** Messages that are old, but were changed lately. */
  readonly late: readonly { readonly id: number; readonly changed_at: number }[]
  /** Messages of `returned_text` that were deleted, or whose texts have moved already. */
  readonly settled: readonly number[]
  /** The last message that was looked at; null: none but those with returned texts. */
  readonly upTo: number | null
  /** Where the next step begins; null: there is nothing more to do today. */
  readonly next: MoveStep | null
}

/** Rows of `old_text_removal` that one step handles. */
const maxRemovals = 10

const nothing: MoveOutcome = { removals: [], copied: [], late: [], settled: [], upTo: null, next: null }

/**
 * A step of the daily work: has the object remove what it no longer needs, or copies some texts to it, which `removeOldTexts` then takes
 * out of the database. While the object has something to remove, nothing is copied, so that no removal meets a newer copy.
 */
export const moveOldTexts: JobKind = {
  action: 'removeOldTexts',
  byAlarmOnly: true,
  canWait: true,
  async run({ returnedUpTo }: MoveStep, { sql, realm_id, env, now }: JobContext): Promise<MoveOutcome> {
    const state = await moveState(sql, realm_id)
    if (state === null || !hasOldTexts(env)) return nothing
    if (state.has_removals) return { ...nothing, removals: await remove(sql, realm_id), next: { returnedUpTo } }
    if (state.old_texts_after_days === null || state.deactivated) return nothing
    const before = Math.floor(now) - state.old_texts_after_days * daySeconds
    const step =
      returnedUpTo === null
        ? await nextMessages(sql, realm_id, Math.max(state.old_texts_up_to, beforeFirstId(realm_id)), before)
        : await nextReturned(sql, realm_id, returnedUpTo, before)
    const { rows, ...rest } = step
    await store(sql, realm_id, rows)
    return { ...nothing, ...rest, copied: rows.map(copiedText) }
  },
}

/** The first step of a day. */
export const firstStep = (realm_id: number): Job => stepFrom({ returnedUpTo: beforeFirstId(realm_id) })

export const stepFrom = (payload: MoveStep): Job => ({ kind: 'moveOldTexts', payload })

type Step = Partial<Pick<MoveOutcome, 'late' | 'settled' | 'upTo' | 'next'>> & { rows: readonly CandidateRow[] }

/** Looks at messages that were not looked at before, up to the first one that is not old enough. */
async function nextMessages(sql: Sql, realm_id: number, after: number, before: number): Promise<Step> {
  const found = await candidatesAfter(sql, realm_id, after)
  const young = found.findIndex(({ sent_at }) => sent_at > before)
  const old = young === -1 ? found : found.slice(0, young)
  if (old.length === 0) return { rows: [] }
  return {
    ...movable(old, before),
    upTo: old.at(-1)!.id,
    next: young === -1 ? { returnedUpTo: null } : null,
  }
}

/** Looks at messages whose text came back. */
async function nextReturned(sql: Sql, realm_id: number, after: number, before: number): Promise<Step> {
  const returned = await returnedAfter(sql, realm_id, after)
  const due = returned.filter(({ returned_at }) => returned_at <= before).map(({ message_id }) => message_id)
  const found = due.length === 0 ? [] : await candidatesAmong(sql, due)
  const isCut = found.length > 0 && found.length < due.length && found.at(-1)!.id < due.at(-1)!
  const looked = isCut ? due.filter((id) => id <= found.at(-1)!.id) : due
  const last = isCut ? found.at(-1)!.id : returned.at(-1)?.message_id
  const ids = new Set(found.filter(({ is_moved }) => !is_moved).map(({ id }) => id))
  return {
    ...movable(found, before),
    settled: looked.filter((id) => !ids.has(id)),
    next: { returnedUpTo: isCut || returned.length === maxReturned ? last! : null },
  }
}

/** Those of some old messages whose texts may move, and those that were changed lately. */
function movable(found: readonly CandidateRow[], before: number): { rows: CandidateRow[] } & Pick<MoveOutcome, 'late'> {
  const present = found.filter(({ is_moved }) => !is_moved)
  const isLate = ({ last_edit_at }: CandidateRow): boolean => last_edit_at !== null && last_edit_at > before
  return {
    rows: present.filter((row) => !isLate(row)),
    late: present.filter(isLate).map(({ id, last_edit_at }) => ({ id, changed_at: last_edit_at! })),
  }
}

async function store({ objects }: Sql, realm_id: number, rows: readonly CandidateRow[]): Promise<void> {
  if (rows.length === 0) return
  if (objects === undefined) throw oldTextsUnavailable()
  const texts = rows.map(oldTextOf)
  await askOldTexts(objects, realm_id, (object) => object.store(texts))
}

/** Has the object remove texts, and answers the ids of the rows that asked for it. */
async function remove(sql: Sql, realm_id: number): Promise<number[]> {
  const { objects } = sql
  if (objects === undefined) throw oldTextsUnavailable()
  const rows = await removals(sql, realm_id, maxRemovals)
  const keys = rows
    .flatMap(({ texts }) => JSON.parse(texts) as [number, number | null][])
    .map(([id, last_edit_at]): TextKey => ({ id, last_edit_at }))
  for (let first = 0; first < keys.length; first += maxTextsOfChange)
    await askOldTexts(objects, realm_id, (object) => object.remove(keys.slice(first, first + maxTextsOfChange)))
  return rows.map(({ id }) => id)
}

/** A part of merging the search index. */
export interface MergePart {
  /** How many parts came before. */
  readonly parts: number
  /** The structure of the index before the last of them. */
  readonly structure: string | null
}

/** Reads the structure of the search index. It tells `mergeSearchWords` whether the last part has changed anything. */
export const mergeWords: JobKind = {
  action: 'mergeSearchWords',
  byAlarmOnly: true,
  canWait: true,
  run: async (_: MergePart, { sql }: JobContext) => ({ structure: await indexStructure(sql) }),
}

export const mergePart = (payload: MergePart): Job => ({ kind: 'mergeWords', payload })
