import { z } from 'zod'
import { endpoint } from '../core/endpoint'
import { pathId, pathText } from '../core/params'
import { answersAt } from '../realm/host'
import { realmById } from '../realm/queries'
import { guardedHeaders } from '../uploads/content-types'
import { fileNotFound } from '../uploads/serving'
import { bucketOf } from '../uploads/storage'
import { assertAdministrator } from '../users/roles'
import { exportByToken, exportsOf, partsByToken } from './queries'
import { exportSchema, isThere, shownExports } from './schema'
import { joined } from './storage'

export const requestExportEndpoint = endpoint('POST /export/realm', {
  summary: 'Ask for an export of all public data',
  returns: {},
  async run({ realm }) {
    return realm.perform('requestExport', {})
  },
})

export const exportsEndpoint = endpoint('GET /export/realm', {
  summary: 'Exports of all public data',
  returns: { exports: z.array(exportSchema) },
  async run({ viewer, sql, facts }) {
    const account = await viewer()
    assertAdministrator(account)
    return { exports: shownExports(await exportsOf(sql, account.realm_id), facts.origin) }
  },
})

export const deleteExportEndpoint = endpoint('DELETE /export/realm/{export_id}', {
  summary: 'Delete an export',
  params: { export_id: pathId() },
  returns: {},
  async run({ params: { export_id }, realm }) {
    return realm.perform('deleteExport', { id: export_id })
  },
})

/** Opens with its address alone, which nobody guesses: so that it can be given to a program that knows no account. */
export const archiveEndpoint = endpoint('GET {base_url}/exports/{token}', {
  summary: 'The archive of an export',
  auth: 'none',
  counted: 'file',
  params: { token: pathText() },
  returns: {},
  async run({ params: { token }, sql, env, facts }) {
    const bucket = bucketOf(env)
    const [found, parts] = await Promise.all([exportByToken(sql, token), partsByToken(sql, token)])
    const realm = found && (await realmById(sql, found.realm_id))
    if (!realm || !isThere(found) || !answersAt(realm, facts.host, env)) throw fileNotFound()
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
