import type { z } from 'zod'
import type { ChapterName } from '../archive/records'
import { assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { settingsOf } from '../accounts/settings'
import { joinSteps, type Change, type Turn } from '../core/turn/change'
import { everything } from '../core/turn/query-cache'
import { postNotice } from '../messages/notices'
import { streamById } from '../streams/queries'
import { Batch, recordsIn, type Problem } from './batch'
import { writeChapter } from './chapters/all'
import { countsOf } from './counts'
import { assertMayWrite, importShare, rowsToday, secondsToWait } from './daily-rows'
import { registerAgain } from './plan-actions'
import { accessOpenImport, type Import } from './queries'
import { includes, withNumber } from './ranges'
import type { countsSchema } from './schema'
import { tidyLine } from './tidy-names'
import { setFinished, setStopped, storeProgress } from './writes'

interface Rows {
  rows_today: number
  rows_left: number | null
}

interface BatchInput {
  import_id: number
  chapter: ChapterName
  number: number
  /** JSON list, which the object parses, because it has more processor time than the Worker. */
  records: string
}

/** Chapters after which messages alone are missing, so that turns of others need not wait for the commit. */
const ofMessages: ReadonlySet<ChapterName> = new Set(['messages', 'marks', 'files'])

/** Writes a batch of records. A number that was written already changes nothing (endpoints, Imports). */
export async function importRecords(
  turn: Turn,
  { import_id, chapter, number, records: json }: BatchInput,
): Promise<Change<Rows & { problems: Problem[] }>> {
  const { realm_id } = turn
  const source = await ownedImport(turn, import_id)
  const before = source.done[chapter] ?? { numbers: [], records: 0 }
  if (includes(before.numbers, number)) return { writes: [], result: { problems: [], ...rowsToday(turn) } }
  assertMayWrite(turn)
  const records = recordsIn(chapter, json)
  const batch = new Batch(turn, source, records)
  const { writes, rows, wakesAt } = await writeChapter(chapter, batch as never)
  const done = { numbers: withNumber(before.numbers, number), records: before.records + records.length }
  source.done[chapter] = done
  const { counts } = source.plan.manifest
  return {
    writes: [...writes, storeProgress(source)],
    rows: rows + rowsOfBatch,
    shares: [importShare(realm_id)],
    ...(!ofMessages.has(chapter) && { invalidates: [everything] }),
    ...(wakesAt !== undefined && { wakesAt }),
    // From here on, people see their streams.
    ...(chapter === 'subscriptions' && done.records >= (counts.subscriptions ?? 0) && { endsQueues: registerAgain }),
    result: { problems: batch.problems.slice(0, maxProblems), ...rowsToday(turn, rows + rowsOfBatch) },
  }
}

/** Rows that each batch writes beside its records: those of the import, and of the commit. */
const rowsOfBatch = 2

/** Problems that an answer tells. */
const maxProblems = 200

/** The import, for an owner who may go on with it. */
async function ownedImport({ actor, sql, realm_id }: Turn, import_id: number): Promise<Import> {
  assertOwner(actor)
  assertHuman(actor)
  return accessOpenImport(sql, realm_id, import_id)
}

/** Ends an import, and announces it. The counts say what is missing (endpoints, Imports). */
export async function finishImport(
  turn: Turn,
  { import_id }: { import_id: number },
): Promise<Change<{ counts: z.infer<typeof countsSchema> }>> {
  const source = await ownedImport(turn, import_id)
  const { cached, realm_id, actor, now } = turn
  const { notifications_stream_id } = settingsOf(actor)
  const stream = notifications_stream_id < 0 ? null : await cached(streamById, realm_id, notifications_stream_id)
  const counts = countsOf(source)
  const content = `History was imported from \`${tidyLine(source.plan.manifest.origin.replaceAll('`', ''), 100) || 'an archive'}\`: ${counts.messages?.imported ?? 0} messages.`
  const notice = stream === null ? null : await postNotice(turn, { stream_id: stream.id, topic: 'import', content })
  return {
    ...joinSteps(notice, { writes: [setFinished(import_id, now)], invalidates: [everything] }),
    endsQueues: registerAgain,
    result: { counts },
  }
}

/** Stops an import. What was written stays. */
export async function stopImport(turn: Turn, { import_id }: { import_id: number }): Promise<Change> {
  await ownedImport(turn, import_id)
  return {
    writes: [setStopped(import_id, turn.now)],
    invalidates: [everything],
    endsQueues: registerAgain,
    result: {},
  }
}

/** What imports may still write today. */
export async function importRows(turn: Turn): Promise<Change<Rows & { waits_until: number | null }>> {
  const seconds = secondsToWait(turn)
  return {
    writes: [],
    result: { ...rowsToday(turn), waits_until: seconds === null ? null : Math.ceil(turn.now + seconds) },
  }
}
