import { unlessRefused } from '../core/base/errors'
import type { Sql } from '../core/sql/sql'
import { usableKeys } from './keys'
import { webPushKeyRow } from './queries'

/** The public key of the realm for push services; null if it has none yet (register, realm_web_push_public_key). */
export async function webPushPublicKey(sql: Sql, env: Env, realm_id: number): Promise<string | null> {
  const row = await webPushKeyRow(sql, realm_id)
  // A wrong secret is for its operator to see, who tries web push, and must not keep people from logging in.
  const keys = await unlessRefused((async () => usableKeys(env, realm_id, row))())
  return keys?.public_key ?? null
}
