import { randomBytes } from 'node:crypto'
import type { Step, SystemTurn } from '../../core/turn/change'
import { fragment } from '../../core/sql/sql'
import { invalidation } from '../../core/turn/query-cache'
import { unsubscribeKey } from './queries'

/** The key of the organization, which is made at its first use. The step stores a new one. */
export async function keyForUnsubscribing({
  cached,
  realm_id,
}: Pick<SystemTurn, 'cached' | 'realm_id'>): Promise<{ key: string; step: Step | null }> {
  const stored = await cached(unsubscribeKey, realm_id)
  if (stored !== null) return { key: stored, step: null }
  const key = randomBytes(32).toString('base64url')
  return {
    key,
    step: {
      writes: [fragment`insert into unsubscribe_key (realm_id, key) values (${realm_id}, ${key})`],
      invalidates: [invalidation(unsubscribeKey, realm_id)],
    },
  }
}
