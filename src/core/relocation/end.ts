import type { DatabaseName } from '../sql/databases'
import { fragment } from '../sql/sql'
import { endRelocation, type RelocationEntry } from './entry'
import type { RelocatingRealm } from './relocating-realm'
import { removeRows } from './removal'
import { dropSomeTriggers, triggersOf } from './row-changes'
import { formerRowsEnd, maxSteps } from './schedule'

/** Deletes the former rows of a realm that has moved, when they have stayed long enough. Answers when more is due; null: nothing is. */
export async function deleteFormerRows(realm: RelocatingRealm, entry: RelocationEntry): Promise<number | null> {
  const ends_at = formerRowsEnd(entry)
  if (realm.deps.now() < ends_at) return ends_at
  return (await removeSome(realm, entry, entry.source)) ? end(realm, entry) : realm.deps.now()
}

/** Deletes the copy of a realm whose move was given up. Answers when more is due; null: nothing is. */
export async function cancel(realm: RelocatingRealm, entry: RelocationEntry): Promise<number | null> {
  const isRemoved = (await removeSome(realm, entry, entry.target)) && (await removeLog(realm, entry))
  if (!isRemoved) return realm.deps.now()
  await realm.reopen(entry.source)
  return end(realm, entry)
}

async function end(realm: RelocatingRealm, entry: RelocationEntry): Promise<null> {
  await realm.directory.send([endRelocation(realm.id, entry)])
  return null
}

/** Deletes rows of a database that the realm has left, or does not go to. Answers whether nothing is left. */
async function removeSome(realm: RelocatingRealm, entry: RelocationEntry, name: DatabaseName): Promise<boolean> {
  const { source, target } = await realm.readShapes(entry)
  const shapes = name === entry.source ? source : target
  const removal = { ...realm.deps.tables(), realm_id: realm.id, database: realm.database(name), shapes }
  for (let step = 1; step <= maxSteps; step += 1) if (await removeRows(removal)) return true
  return false
}

/** Deletes what a relocation that was given up logged in the source. Answers whether nothing is left. */
async function removeLog(realm: RelocatingRealm, entry: RelocationEntry): Promise<boolean> {
  const source = realm.database(entry.source)
  const names = await triggersOf(source, realm.id)
  await dropSomeTriggers(source, names)
  const [deletion] = await source.send([
    fragment`
      delete from relocation_change where realm_id = ${realm.id} and id in (
        select id from relocation_change where realm_id = ${realm.id} order by id limit 1000)`,
  ])
  return names.length === 0 && deletion!.rows_written === 0
}
