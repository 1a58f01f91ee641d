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
    const reader = { user_id: account.id, origin: facts.origin }
    return { exports: shownExports(await exportsOf(sql, account.realm_id), reader) }
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

/**
 * Opens with its address alone, which nobody guesses: so that it can be given to a program that knows no account. It is
 * good as long as the administrator may see exports to whom it was shown.
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
    const [found, parts] = await Promise.all([exportById(sql, link.export_id), partsOf(sql, link.export_id)])
    if (found === null || !isThere(found) || !isGoodLink(found, link)) throw fileNotFound()
    const [realm, reader] = await Promise.all([
      realmById(sql, found.realm_id),
      userById(sql, found.realm_id, link.user_id),
    ])
    if (realm === null || !answersAt(realm, facts.host, env)) throw fileNotFound()
    if (!reader?.is_active || !isAdministrator(reader)) throw fileNotFound()
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
