import { countUsesOf } from '../accounts/limit-use'
import { alertWordsOfRealm } from '../alert-words/queries'
import { deleteEntries } from '../bot-storage/writes'
import { storedSizes } from '../bot-storage/queries'
import { daySeconds } from '../core/base/units'
import type { JobReport } from '../core/jobs/job-kind'
import { joinSteps, type Change, type Step, type SystemTurn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import { massDeletion } from '../edits/mass-deletion'
import { mutersOfRealm } from '../muted-users/queries'
import { filesNamedNowhere } from '../uploads/named'
import { removeFiles } from '../uploads/removal'
import { notificationBotId } from '../users/notification-bot'
import { botsOf } from '../users/queries'
import { stepOf, type Step as ErasureStep } from './jobs'
import { deleteFromLists, hasPrivateLists } from './private-lists'
import {
  erasureOf,
  oldestMessagesBy,
  oldestSolitary,
  stalledErasures,
  storingOne,
  unheldFiles,
  type ErasureRow,
} from './queries'
import { endErasure, noteProgress } from './writes'

/** Maximal numbers of messages, of rows of each private list, and of files that one step deletes. A step is one transaction. */
const maxOfStep = { messages: 500, rowsOfEachList: 500, files: 500 }

/**
 * Takes one step of an erasure and has a job take the next one: messages first, then what only the account saw, and at last the
 * files that nothing holds any longer. It always begins with what is still there, so that no step can be lost.
 */
export async function continueErasure(turn: SystemTurn, { payload }: JobReport<ErasureStep, object>): Promise<Change> {
  const { sql, now } = turn
  const { user_id } = payload
  const row = await erasureOf(sql, user_id)
  if (row === null) return { writes: [], result: {} }
  const step = (await someMessages(turn, row)) ?? (await someOfLists(turn, user_id))
  if (step !== null) {
    const more: Step = { writes: [noteProgress([user_id], now)], jobs: [stepOf({ user_id, afterFile: 0 })] }
    return { ...joinSteps(step, more), result: {} }
  }
  return { ...(await someFiles(turn, payload)), result: {} }
}

/** Deletes some messages of the account that have to go; null if there are none. */
async function someMessages(turn: SystemTurn, { user_id, deletes_messages }: ErasureRow): Promise<Step | null> {
  const { sql, cached, realm_id } = turn
  const bot_id = await notificationBotId(cached, realm_id)
  const solitary = await oldestSolitary(sql, { user_id, bot_id }, maxOfStep.messages)
  if (solitary.length > 0) return massDeletion(turn, solitary)
  const own = deletes_messages ? await oldestMessagesBy(sql, user_id, maxOfStep.messages) : []
  return own.length === 0 ? null : massDeletion(turn, own)
}

/** Deletes some of what only the account and its programs saw; null if nothing is left. */
async function someOfLists({ sql, realm_id }: SystemTurn, user_id: number): Promise<Step | null> {
  const bots = await botsOf(sql, realm_id, user_id)
  const [hasRows, storing] = await Promise.all([
    hasPrivateLists(sql, user_id),
    storingOne(sql, [user_id, ...bots.map(({ id }) => id)]),
  ])
  if (!hasRows && storing === null) return null
  const lists: Step = {
    writes: deleteFromLists(user_id, maxOfStep.rowsOfEachList),
    invalidates: [invalidation(alertWordsOfRealm, realm_id), invalidation(mutersOfRealm, realm_id)],
  }
  if (storing === null) return lists
  const freed = new Map<number, number>()
  for (const { size, charged_to } of (await storedSizes(sql, storing)).values())
    freed.set(charged_to, (freed.get(charged_to) ?? 0) - size)
  return joinSteps(lists, { writes: [deleteEntries(storing, undefined), ...countUsesOf('botStorage', freed)] })
}

/** Removes some files that nothing holds, or ends the erasure after the last of them. */
async function someFiles(turn: SystemTurn, { user_id, afterFile }: ErasureStep): Promise<Step> {
  const { sql, realm_id, now } = turn
  const files = await unheldFiles(sql, user_id, { after: afterFile, maxFiles: maxOfStep.files })
  const removed = await removeFiles(turn, await filesNamedNowhere(sql, realm_id, files))
  const isLast = files.length < maxOfStep.files
  return joinSteps(
    removed,
    isLast
      ? { writes: [endErasure({ user_id })] }
      : { writes: [noteProgress([user_id], now)], jobs: [stepOf({ user_id, afterFile: files.at(-1)!.id })] },
  )
}

/** Goes on with erasures whose job was given up after failures. Null if there are none. */
export async function resumeErasures({ sql, realm_id, now }: SystemTurn): Promise<Step | null> {
  const stalled = await stalledErasures(sql, realm_id, now - daySeconds)
  if (stalled.length === 0) return null
  const ids = stalled.map(({ user_id }) => user_id)
  return {
    writes: [noteProgress(ids, now)],
    jobs: ids.map((user_id) => stepOf({ user_id, afterFile: 0 })),
  }
}
