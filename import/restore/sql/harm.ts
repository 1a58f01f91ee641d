import type { DatabaseSync } from 'node:sqlite'
import { ArchiveError } from '../../conversion.ts'

/** The organization in whose block an id is (src/core/sql/ids.ts). */
const realmOf = (id: string): string => `(${id} / 4294967296 + 1)`

/** A condition: a text begins with another one. */
const begins = (text: string, beginning: string): string => `substr(${text}, 1, length(${beginning})) = ${beginning}`

/** What a server never writes, with a query for it. Each would lead to something that is not of its organization, or into SQL. */
const harms: readonly (readonly [what: string, query: string])[] = [
  ['realm.deactivated is no number', "select 1 from realm where typeof(deactivated) <> 'integer'"],
  [
    'realm_backup.folder is no folder of the backups of its organization',
    `select 1 from (select folder, 'backups/' || ${realmOf('id')} || '/' as parent from realm_backup) where not (
      ${begins('folder', 'parent')} and substr(folder, length(parent) + 1) glob '?*/'
      and substr(folder, length(parent) + 1, length(folder) - length(parent) - 1) not glob '*[^A-Za-z0-9_-]*'
    )`,
  ],
  [
    'realm_backup_part.key is not in the folder of its backup',
    `select 1 from realm_backup_part join realm_backup on realm_backup.id = backup_id where not ${begins('key', 'folder')}`,
  ],
  [
    'realm_export_part.key is not in the folder of its export',
    `select 1 from (
      select key, 'exports/' || realm_id || '/' || export_id || '/' as folder
      from realm_export_part join realm_export on realm_export.id = export_id
    ) where not ${begins('key', 'folder')}`,
  ],
  [
    'own_data_part.key is not in the folder of its person',
    `select 1 from (
      select key, 'own-data/' || ${realmOf('user_id')} || '/' || user_id || '/' as folder from own_data_part
    ) where not ${begins('key', 'folder')}`,
  ],
]

/** Refuses a copy that somebody wrote to do harm by its values. */
export function assertHarmless(database: DatabaseSync): void {
  for (const [what, query] of harms)
    if (database.prepare(`select exists (${query}) as found`).get()!['found'] === 1)
      throw new ArchiveError(`The copy has what no server writes: ${what}. Nothing was restored.`)
}
