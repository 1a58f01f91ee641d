import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, pathText } from '../core/http/params'
import { assertAdministrator, assertOwner } from '../accounts/roles'
import { serveLinkedArchive } from './linked-archive'
import { countConsents, exportById, exportsOf, partsOf } from './queries'
import { exportTypes, exportTypeSchema } from './export-types'
import { exportSchema, exportSeal, hasArchive, isPending, mayHave, shownExports } from './schema'
import { folderOf } from './storage'

/**
 * Has an archive made. An export of public data has everything that each member can read: users, custom emoji, public streams
 * with their messages and files, and settings of the organization. A full export is an archive that another server can read
 * in; it is announced in the stream for notices of new streams. Exports are made one at a time. Your clients are told by
 * events `realm_export` that it waits, and that it is complete or failed.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator, or no owner and want a full export.
 * @error BAD_REQUEST You want everything, and `owner_full_content_access` of the organization is off.
 * @error BAD_REQUEST You want a full export, and there is no public stream to announce it in.
 * @error BAD_REQUEST The organization asked for 5 exports within 7 days.
 * @error BAD_REQUEST The organization has more than 1,000,000 messages, or its files take more than 10 GiB.
 * @error BAD_REQUEST The server keeps no files.
 */
export const requestExportEndpoint = endpoint('POST /export/realm', {
  summary: 'Ask for an export of data of the organization',
  overSocket: true,
  params: {
    /**
     * What to export: 1 public data; 2 everything but the private messages, private streams and personal data of people who
     * have not turned on `allow_private_data_export`; 3 everything. 2 and 3 by owners only.
     */
    export_type: json(exportTypeSchema).default(exportTypes.public),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('requestExport', params)
  },
})

/**
 * Answers all exports that were ever asked for, also those that failed or were deleted.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const exportsEndpoint = endpoint('GET /export/realm', {
  summary: 'Exports of data of the organization',
  returns: {
    /** The exports, oldest first. */
    exports: z.array(exportSchema),
    /**
     * When pending exports go on, in seconds since 1970 UTC, if they wait because little is left of what the server may write or
     * read on this day; else null.
     */
    waits_until: z.int().nullable(),
  },
  async run({ viewer, sql, facts, realm }) {
    const account = await viewer()
    assertAdministrator(account)
    const exports = await exportsOf(sql, account.realm_id)
    const { waits_until } = exports.some(isPending) ? await realm.perform('whenWorkBegins', {}) : { waits_until: null }
    return {
      exports: shownExports(exports, { user_id: account.id, role: account.role, origin: facts.origin }),
      waits_until,
    }
  },
})

/**
 * Says before an export of type 2 how much private data it would have. Who allows it is not said.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 */
export const exportConsentsEndpoint = endpoint('GET /export/realm/consents', {
  summary: 'How many people allow exports of their private data',
  returns: {
    /** Active people. */
    people: z.int(),
    /** Those of them who have turned on `allow_private_data_export`. */
    consenting: z.int(),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertOwner(account)
    return countConsents(sql, account.realm_id)
  },
})

/**
 * Deletes the archive. The export stays in the list, with `deleted_timestamp`. Your clients are told by an event
 * `realm_export`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator, or no owner and it is a full export.
 * @error BAD_REQUEST There is no such export; or it is pending, failed, or was deleted already.
 */
export const deleteExportEndpoint = endpoint('DELETE /export/realm/{export_id}', {
  summary: 'Delete the archive of an export',
  overSocket: true,
  params: {
    /** Id of the export. */
    export_id: pathId(),
  },
  returns: {},
  async run({ params: { export_id }, realm }) {
    return realm.perform('deleteExport', { id: export_id })
  },
})

/**
 * Needs no credentials, because the address is signed and cannot be guessed: so a download program can be given it. The
 * address works as long as the administrator for whom it was signed is one, or the owner, if it is a full export.
 */
export const archiveEndpoint = endpoint('GET {base_url}/exports/{token}', {
  summary: 'The archive of an export',
  auth: 'none',
  counted: 'file',
  params: { token: pathText() },
  returns: {},
  run: (request) =>
    serveLinkedArchive(request, 2, async ([id, user_id]) => {
      const found = await exportById(request.sql, id!)
      if (found === null || !hasArchive(found)) return null
      return {
        realm_id: found.realm_id,
        user_id: user_id!,
        seal: exportSeal(found, user_id!),
        folder: folderOf(found.realm_id, found.id),
        parts: () => partsOf(request.sql, found.id),
        kind: null,
        time: found.export_time,
        mayHave: (administrator) => mayHave(administrator, found),
      }
    }),
})
