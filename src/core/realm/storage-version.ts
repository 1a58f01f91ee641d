import { logFailure } from '../base/failures'
import { storeUnlessQuota } from '../base/quota-refusals'
import { upgradeQueueRows } from '../live/queue-rows'

const versionKey = 'storage_version'

/** The upgrade at index N brings version N to version N + 1. Releases before 1.0.0 stored no version, which counts as 0. */
const upgrades: readonly ((storage: DurableObjectStorage) => void)[] = [({ sql }) => upgradeQueueRows(sql)]

/** The version of what this release stores in a realm's object. Raise it, by a further upgrade, when a stored shape changes. */
const currentVersion = upgrades.length

/**
 * Brings the storage of a realm's object to the version of this release. A storage that this release cannot read is emptied: the
 * version is higher, because an operator went back to this release, or it is no version, or an upgrade fails. Then the event queues
 * end, so that clients register again, and counts of the day begin anew. Nothing that lasts is in this storage. This never throws,
 * because an object that cannot be constructed answers nobody.
 */
export function atCurrentVersion(storage: DurableObjectStorage): DurableObjectStorage {
  storeUnlessQuota(() => {
    const version = storage.kv.get(versionKey) ?? 0
    if (version === currentVersion) return
    try {
      if (!isKnown(version)) throw new RangeError('The storage has an unknown version')
      for (const upgrade of upgrades.slice(version)) upgrade(storage)
    } catch (error) {
      logFailure('storage of an unknown version', error)
      empty(storage)
    }
    storage.kv.put(versionKey, currentVersion)
  })
  return storage
}

const isKnown = (version: unknown): version is number =>
  Number.isInteger(version) && Number(version) >= 0 && Number(version) <= currentVersion

/** Deletes everything but the alarm and the id of the realm, by which an alarm finds its rows. */
function empty({ kv, sql }: DurableObjectStorage): void {
  const realm_id = kv.get('realm_id')
  for (const [key] of kv.list()) kv.delete(key)
  if (typeof realm_id === 'number') kv.put('realm_id', realm_id)
  const tables = sql.exec<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite\\_%' escape '\\'",
  )
  for (const { name } of tables.toArray()) sql.exec(`drop table "${name.replaceAll('"', '""')}"`)
}
