import { env } from 'cloudflare:workers'
import { unsubscribeUrl } from '../../src/mail/unsubscribing/links'
import type { Mailing } from '../../src/mail/unsubscribing/mailings'
import type { TestRealm } from './realm'

const testKey = 'a key of no organization but this one'

/** The path at which somebody unsubscribes from a mailing, as it would be in a mail. */
export async function unsubscribePath(
  realm: Pick<TestRealm, 'id' | 'behindTheWriter'>,
  mailing: Mailing,
): Promise<string> {
  await realm.behindTheWriter(
    env.DB.prepare('insert into unsubscribe_key (realm_id, key) values (?, ?) on conflict do nothing').bind(
      realm.id,
      testKey,
    ),
  )
  const key = await env.DB.prepare('select key from unsubscribe_key where realm_id = ?')
    .bind(realm.id)
    .first<string>('key')
  return unsubscribeUrl('', mailing, key!)
}
