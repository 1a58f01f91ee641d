import { unlessRefused } from '../core/base/errors'
import type { Sql } from '../core/sql/sql'
import { usableKeys, type VapidKeys } from './keys'
import { webPushKeyRow } from './queries'

/**
 * The keys of a realm for work that nobody asked for: null if there are none yet, or if the operator's secret is wrong. That is for
 * whoever tries web push to see, and must not keep people from logging in or messages from being sent.
 */
export async function webPushKeys(sql: Sql, env: Env, realm_id: number): Promise<VapidKeys | null> {
  const row = await webPushKeyRow(sql, realm_id)
  return unlessRefused((async () => usableKeys(env, realm_id, row))())
}
