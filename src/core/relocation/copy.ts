import type { RelocationEntry } from './entry'
import { maxChanges, type RelocatingRealm } from './relocating-realm'
import {
  createTriggers,
  forgetChangesBefore,
  keysOf,
  logAgain,
  triggers,
  triggersOf,
  type RowChange,
} from './row-changes'
import { readPage, readRows } from './row-reader'
import { writeRows, type CopyProgress, type Work } from './row-writer'
import { maxSteps } from './schedule'
import type { Shapes } from './tables'

/** The source is closed when no more changes than these are left to be copied. */
export const maxLastChanges = 200

/** Copies rows and changes in some steps. Answers whether so little remains that the realm may switch. */
export async function copySome(realm: RelocatingRealm, entry: RelocationEntry): Promise<boolean> {
  if (!(await logChanges(realm, entry))) return false
  let work = await realm.workOf(entry)
  for (let step = 1; step <= maxSteps; step += 1) {
    const shapes = await realm.commonShapes(entry)
    const changes = await realm.changes(entry)
    const isBehind = changes.length >= maxChanges
    const isComplete = nextTable(shapes, work.progress) === null
    if (isBehind || (isComplete && changes.some(({ id }) => id > work.progress.lastChange)))
      work = await copyChanges(realm, entry, work, changes)
    else if (!isComplete) work = await copyPage(realm, entry, shapes, work)
    if (nextTable(shapes, work.progress) === null && changes.length <= maxLastChanges) return true
  }
  return false
}

/** Creates triggers that are missing. Answers whether all are there. */
async function logChanges(realm: RelocatingRealm, entry: RelocationEntry): Promise<boolean> {
  const source = realm.database(entry.source)
  const logged = { realm_id: realm.id, serial: entry.serial }
  const allTriggers = triggers(logged, realm.deps.tables().tables, await realm.commonShapes(entry))
  const presentNames = new Set(await triggersOf(source, realm.id, entry.serial))
  return createTriggers(
    source,
    [...allTriggers].filter(([name]) => !presentNames.has(name)).map(([, creation]) => creation),
  )
}

const nextTable = (shapes: Shapes, { done }: CopyProgress): string | null =>
  [...shapes.keys()].find((name) => !done.includes(name)) ?? null

async function copyPage(
  realm: RelocatingRealm,
  entry: RelocationEntry,
  shapes: Shapes,
  { step, progress }: Work<CopyProgress>,
): Promise<Work<CopyProgress>> {
  const name = nextTable(shapes, progress)!
  const { rows, cursor } = await readPage(realm.database(entry.source), name, realm.deps.tables().tables[name]!, {
    shape: shapes.get(name)!,
    realm_id: realm.id,
    cursor: progress.table === name ? progress.cursor : null,
  })
  const next = (amount: number): CopyProgress => ({
    ...progress,
    ...(cursor === null
      ? { done: [...progress.done, name], table: null, cursor: null }
      : { table: name, cursor, rows: progress.rows + amount }),
  })
  await writeRows(realm.copying(entry, shapes), new Map([[name, rows]]), step, next)
  return { step: step + 1, progress: next(rows.size) }
}

/** Copies the rows of these changes as they are now. There is one change at least. */
export async function copyChanges(
  realm: RelocatingRealm,
  entry: RelocationEntry,
  { step, progress }: Work<CopyProgress>,
  changes: readonly RowChange[],
): Promise<Work<CopyProgress>> {
  const source = realm.database(entry.source)
  const shapes = await realm.commonShapes(entry)
  const rows = await readRows(source, shapes, keysOf(changes))
  const lastChange = changes.at(-1)!.id
  const next = (amount: number): CopyProgress => ({ ...progress, rows: progress.rows + amount, lastChange })
  const { postponed } = await writeRows(realm.copying(entry, shapes), rows, step, next)
  await source.send([
    ...(postponed.length > 0 ? [logAgain(realm.id, postponed)] : []),
    forgetChangesBefore(realm.id, lastChange),
  ])
  return { step: step + 1, progress: next(changes.length) }
}
