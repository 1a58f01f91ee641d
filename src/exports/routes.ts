import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId, pathText } from '../core/http/params'
import { answersAt } from '../realm/host'
import { realmById } from '../realm/queries'
import { guardedHeaders } from '../uploads/content-types'
import { fileNotFound } from '../uploads/serving'
import { bucketOf } from '../uploads/storage'
import { userById } from '../users/queries'
import { assertAdministrator, isAdministrator } from '../accounts/roles'
import { isGoodLink, linkedIn } from './links'
import { exportById, exportsOf, partsOf } from './queries'
import { exportSchema, hasArchive, isPending, shownExports } from './schema'
import { joined } from './storage'

/**
 * Has an archive made of everything that each member can read: users, custom emoji, public streams with their messages and
 * files, and settings of the organization. Exports are made one at a time. Your clients are told by events `realm_export`
 * that it waits, and that it is complete or failed.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The organization asked for 5 exports within 7 days.
 * @error BAD_REQUEST The organization has more than 1,000,000 messages, or its files take more than 10 GiB.
 * @error BAD_REQUEST The server keeps no files.
 */
export const requestExportEndpoint = endpoint('POST /export/realm', {
  summary: 'Ask for an export of all public data',
  overSocket: true,
  returns: {},
  async run({ realm }) {
    return realm.perform('requestExport', {})
  },
})

/**
 * Answers all exports that were ever asked for, also those that failed or were deleted.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const exportsEndpoint = endpoint('GET /export/realm', {
  summary: 'Exports of all public data',
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
    return { exports: shownExports(exports, { user_id: account.id, origin: facts.origin }), waits_until }
  },
})

/**
 * Deletes the archive. The export stays in the list, with `deleted_timestamp`. Your clients are told by an event
 * `realm_export`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
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
 * address works as long as the administrator for whom it was signed is one.
 */
export const archiveEndpoint = endpoint('GET {base_url}/exports/{token}', {
  summary: 'The archive of an export',
  auth: 'none',
  counted: 'file',
  params: { token: pathText() },
  returns: {},
  async run({ params: { token }, sql, env, facts }) {
    const bucket = bucketOf(env)
    const link = linkedIn(token)
    if (link === null) throw fileNotFound()
    const found = await exportById(sql, link.export_id)
    // Strangers can guess ids, but cannot sign a link. They only make the server read one row.
    if (found === null || !hasArchive(found) || !isGoodLink(found, link)) throw fileNotFound()
    const [parts, realm, administrator] = await Promise.all([
      partsOf(sql, found.id),
      realmById(sql, found.realm_id),
      userById(sql, found.realm_id, link.user_id),
    ])
    if (realm === null || !answersAt(realm, facts.host, env)) throw fileNotFound()
    if (!administrator?.is_active || !isAdministrator(administrator)) throw fileNotFound()
    const date = new Date(found.export_time * 1000).toISOString().slice(0, 10)
    return new Response(joined(bucket, parts), {
      headers: {
        ...guardedHeaders('application/gzip', `${realm.string_id}-${date}.tar.gz`),
        'Content-Length': String(parts.reduce((sum, { size }) => sum + size, 0)),
        'Cache-Control': 'no-store',
      },
    })
  },
})
