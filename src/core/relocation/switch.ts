import { refused } from '../base/errors'
import { isMoved, storedCommitState, withoutMoved } from '../commit/commit-tokens'
import { fragment, type Row } from '../sql/sql'
import { copyChanges, maxLastChanges } from './copy'
import { enterPhase, newToken, switchPlace, type RelocationEntry } from './entry'
import { marksIn, type RelocatingRealm } from './relocating-realm'
import { changesIn, changesOf, hasAtMost, keysOf, type RowChange } from './row-changes'
import { readRows } from './row-reader'
import { storeRelocationProgress, writesOf, type CopyProgress, type Work } from './row-writer'
import { formerRowsSeconds } from './schedule'
import { areEqual, type Shapes } from './tables'

/** The rest of a move: its copy as far as it is, the commit state of the source, and the changes that are not copied yet. */
interface Rest {
  readonly work: Work<CopyProgress>
  readonly shapes: Shapes
  readonly state: readonly Row[]
  readonly changes: readonly RowChange[]
}

/** Begins to switch a realm that is copied. From then on, the source may be closed. */
export async function beginSwitch(realm: RelocatingRealm, entry: RelocationEntry): Promise<number> {
  const { source, target } = await realm.readShapes(entry)
  if (!areEqual(source, target)) throw refused('The databases have different columns. Deploy again.')
  const token = newToken()
  const next = { phase: 'switching', phase_at: realm.deps.now(), token } as const
  await realm.directory.send([enterPhase(realm.id, entry, next)])
  return switchDatabases(realm, { ...entry, phase: 'switching', token })
}

/** Closes the source and goes to the target, if few enough changes are left. Answers when more is due, in UNIX seconds. */
export async function switchDatabases(realm: RelocatingRealm, entry: RelocationEntry): Promise<number> {
  const { now, inTurn, place } = realm.deps
  const changes = await realm.changes(entry)
  const work = await realm.workOf(entry)
  if (changes.length > maxLastChanges) {
    await copyChanges(realm, entry, work, changes)
    return now()
  }
  const shapes = await realm.commonShapes(entry)
  const isDone = await inTurn(async (close) => {
    // The state may have been loaded again, and then it may be in the target.
    if ((await place.current()).name !== entry.source) return false
    const { state, rows } = await close(hasAtMost(realm.id, maxLastChanges), changesOf(realm.id, maxLastChanges + 1))
    const isClosed = isMoved(marksIn(state))
    if (isClosed) await complete(realm, entry, { work, shapes, state, changes: changesIn(rows) })
    return isClosed
  })
  return isDone ? now() + formerRowsSeconds : now() + 1
}

/** Finishes a switch whose source was found closed by somebody else. Answers whether the state can be loaded again. */
export async function finishSwitch(realm: RelocatingRealm, entry: RelocationEntry): Promise<boolean> {
  const token = newToken()
  const next = { phase: 'switching', phase_at: realm.deps.now(), token } as const
  await realm.directory.send([enterPhase(realm.id, entry, next)])
  const current = await realm.entry()
  if (current?.token !== token) return false
  const [state, log] = await realm
    .database(entry.source)
    .send([storedCommitState(realm.id), changesOf(realm.id, maxLastChanges + 1)])
  const shapes = await realm.commonShapes(current)
  const work = await realm.workOf(current)
  await complete(realm, current, { work, shapes, state: state!.rows, changes: changesIn(log!.rows) })
  // If it failed, the source is open again.
  return true
}

/**
 * Copies the last changes with the commit state, and leads the directory to the target. Nobody writes to the source meanwhile. If the
 * copy fails, the source is open again.
 */
async function complete(realm: RelocatingRealm, entry: RelocationEntry, rest: Rest): Promise<void> {
  const { place, now, wakeAt } = realm.deps
  try {
    await copyLast(realm, entry, rest)
  } catch (error) {
    await stepBack(realm, entry)
    throw error
  }
  const answers = await realm.directory.send([
    ...switchPlace(realm.id, entry, now()),
    fragment`select database, moves from realm_place where realm_id = ${realm.id}`,
  ])
  const { database, moves } = answers.at(-1)!.rows[0] as { database: string; moves: number }
  if (database !== entry.target) throw new Error('The directory was changed by another object')
  place.set({ name: database, moves })
  await wakeAt(now() + formerRowsSeconds)
}

async function copyLast(
  realm: RelocatingRealm,
  entry: RelocationEntry,
  { work: { step, progress }, shapes, state: [state], changes }: Rest,
): Promise<void> {
  const { marks, counters } = state as { marks: string; counters: string }
  const rows = await readRows(realm.database(entry.source), shapes, keysOf(changes))
  const next: CopyProgress = { ...progress, lastChange: changes.at(-1)?.id ?? progress.lastChange }
  await realm.database(entry.target).send([
    storeRelocationProgress(realm.id, step, next),
    ...writesOf(rows, shapes, realm.deps.tables().search),
    fragment`
      insert into commit_state (realm_id, marks, counters) values (${realm.id}, ${withoutMoved(marks)}, ${counters})
      on conflict (realm_id) do update set marks = excluded.marks, counters = excluded.counters`,
  ])
}

/** Goes on copying, with the source open. Its token lets nobody change the directory who wanted to before. */
async function stepBack(realm: RelocatingRealm, entry: RelocationEntry): Promise<void> {
  const next = { phase: 'copying', phase_at: realm.deps.now(), token: newToken() } as const
  await realm.directory.send([enterPhase(realm.id, entry, next)])
  if ((await realm.entry())?.phase === 'copying') await realm.reopen(entry.source)
}
