import { type Sql } from '../core/sql/sql'

/** The service that reaches a device: Apple's or Google's. */
export type PushService = 'apns' | 'gcm'

/** Tokens of a user's devices at a service, in the order of registration. */
export async function pushTokens(sql: Sql, user_id: number, service: PushService): Promise<string[]> {
  const rows = await sql`
    select token from push_token
    where user_id = ${user_id} and service = ${service}
    order by registered_at
  `.all<{ token: string }>()
  return rows.map(({ token }) => token)
}
