import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'

/** A key of the operator, whose hash is in the database: good for a minute, or for this many seconds. */
export async function operatorKey(seconds = 60): Promise<string> {
  const key = crypto.randomUUID().replaceAll('-', '')
  await env.DB.prepare('insert into operator_key (key_hash, expires_at) values (?, unixepoch() + ?)')
    .bind(createHash('sha256').update(key).digest('hex'), seconds)
    .run()
  return key
}
