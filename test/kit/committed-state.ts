import { env } from 'cloudflare:workers'
import { commitStateIn, commitStateOf } from '../../src/core/commit/commit-tokens'
import { Database } from '../../src/core/sql/database'
import { messageTrail } from '../../src/messages/commit-trail'
import type { StoredRealm } from './stored-realm'

/** The commit state that the realm's object reads when it starts: tokens of the latest commits, and id counters. */
export async function committedState(realm: StoredRealm): Promise<ReturnType<typeof commitStateIn>> {
  const [answer] = await new Database(env.DB).send([commitStateOf(realm.id, messageTrail)])
  return commitStateIn(realm.id, answer!.rows)
}
