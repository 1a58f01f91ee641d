import { refused } from '../base/errors'
import { megabyte } from '../base/units'
import { databaseNames, type DatabaseName } from '../sql/databases'
import { fragment } from '../sql/sql'
import { databaseQuota } from '../usage/quotas'
import { beginRelocation, enterPhase, newToken, settlePlace, type RelocationEntry } from './entry'
import type { RelocatingRealm } from './relocating-realm'
import { dropTriggers, triggersOf } from './row-changes'
import { storeRelocationProgress, beforeCopying, readWork, type CopyProgress } from './row-writer'
import { earliestSwitch, formerRowsEnd } from './schedule'

/** A database of which so much is used takes no further organization. */
const filledShare = 0.9

/** A database has this many bytes at most, where the plan has no limit. */
const platformMaxBytes = 10_000 * megabyte

/** What an operator wants: to begin a move to a database, to give it up, or neither. */
export interface RelocationOrder {
  readonly database: DatabaseName | null
  readonly gives_up: boolean
}

/** How far a relocation is, for its operator. */
export interface RelocationStatus {
  readonly database: DatabaseName
  readonly phase: RelocationEntry['phase'] | null
  readonly target: DatabaseName | null
  readonly source: DatabaseName | null
  readonly rows: number
  readonly tables: number
  readonly all_tables: number
  readonly changes: number
  readonly next_at: number | null
  readonly failure: string | null
}

/** Begins a move to a database. Nothing changes if it has begun already. */
export async function begin(
  realm: RelocatingRealm,
  target: DatabaseName,
  entry: RelocationEntry | null,
): Promise<void> {
  const { env, place, now, tables } = realm.deps
  if (!databaseNames(env()).includes(target)) throw refused(`This deployment has no database '${target}'`)
  if (entry !== null) {
    if (entry.target === target && (entry.phase === 'copying' || entry.phase === 'switching')) return
    throw refused(
      entry.phase === 'leaving'
        ? 'The rows in the former database have not been deleted yet. The organization can move again after that.'
        : 'The organization is already moving. Give that up first.',
    )
  }
  const { name: source } = await place.current()
  if (source === target) throw refused(`The organization is already in the database '${target}'`)
  const names = Object.keys(tables().tables)
  const shapes = await realm.readShapes({ source, target })
  if (names.some((name) => !shapes.target.has(name) || !shapes.source.has(name)))
    throw refused(`The database '${target}' lacks tables. Deploy again, and then move the organization.`)
  let bytes = 0
  const sized = realm.database(target, (cost) => (bytes = cost.size ?? 0))
  await sized.send([fragment`select 1`])
  if (bytes > (databaseQuota(env()) ?? platformMaxBytes) * filledShare)
    throw refused(`The database '${target}' has no room for another organization`, { code: 'DATABASES_FULL' })
  const [answer] = await realm.database(source).send([fragment`select string_id from realm where id = ${realm.id}`])
  const [row] = answer!.rows as unknown as { string_id: string }[]
  if (row === undefined) throw refused('There is no organization at this address', { status: 404 })
  await forgetFormer(realm, { source, target })
  const at = now()
  const serial = Math.round(at * 1000)
  await realm.directory.send(
    beginRelocation(realm.id, row.string_id, { serial, source, target, phase_at: at, token: newToken() }),
  )
}

/** Resets what an earlier relocation may have left of its progress. */
async function forgetFormer(
  realm: RelocatingRealm,
  { source, target }: Pick<RelocationEntry, 'source' | 'target'>,
): Promise<void> {
  const work = await readWork(realm.database(target), realm.id)
  if (work !== null) await realm.database(target).send([storeRelocationProgress(realm.id, work.step, beforeCopying)])
  await dropTriggers(realm.database(source), await triggersOf(realm.database(source), realm.id))
}

/** Gives a move up. From then on, its copy is deleted. */
export async function giveUp(realm: RelocatingRealm, entry: RelocationEntry | null): Promise<void> {
  if (entry?.phase === 'cancelling') return
  if (entry === null || entry.phase === 'leaving') throw refused('The organization is not moving')
  await realm.directory.send([
    enterPhase(realm.id, entry, { phase: 'cancelling', phase_at: realm.deps.now(), token: newToken() }),
    settlePlace(realm.id),
  ])
  const current = await realm.entry()
  if (current?.phase !== 'cancelling') throw refused('The organization has just moved')
  // Nobody can change the directory any more by the former token.
  await realm.reopen(entry.source)
}

export async function relocationStatus(realm: RelocatingRealm): Promise<RelocationStatus> {
  const { place, tables, placeSeconds } = realm.deps
  const entry = await realm.entry()
  const all_tables = Object.keys(tables().tables).length
  const { name: database } = await place.current()
  const none = { rows: 0, tables: 0, all_tables, changes: 0, next_at: null }
  if (entry === null) return { database, phase: null, target: null, source: null, failure: null, ...none }
  const { phase, target, source, failure } = entry
  const move = { database, phase, target, source, failure }
  if (phase === 'leaving') return { ...move, ...none, next_at: formerRowsEnd(entry) }
  const work = await readWork<Partial<CopyProgress>>(realm.database(target), realm.id)
  const [answer] = await realm
    .database(source)
    .send([
      fragment`select count(*) as amount from (select 1 from relocation_change where realm_id = ${realm.id} limit 10000)`,
    ])
  return {
    ...move,
    rows: work?.progress.rows ?? 0,
    tables: work?.progress.done?.length ?? 0,
    all_tables,
    changes: Number(answer!.rows[0]!['amount']),
    next_at: phase === 'copying' ? earliestSwitch(entry, placeSeconds) : null,
  }
}
