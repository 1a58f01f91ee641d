import { form, type Sending } from './load.ts'
import type { Organization } from './organization.ts'
import type { Server } from './server.ts'

const people = 1000
const streams = 200
const unread = 500

const numbers = (amount: number): string =>
  `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${amount})`

/**
 * Makes the organization a large one, past its realm object, and answers the request that registers one of them: 1,000
 * people, 200 streams that all of them are subscribed to, 500 messages that nobody has read.
 */
export async function grow({ ours, databases }: Server, organization: Organization): Promise<() => Sending> {
  const first = 1_000_000
  const statements = [
    `${numbers(people)}
    insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
    select ${first} + n, 1, 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Crowd ' || n, 'crowd ' || n, 400, 0
    from number`,
    `${numbers(streams)}
    insert into stream (id, realm_id, name, name_key, date_created)
    select ${first} + n, 1, 'Crowd ' || n, 'crowd ' || n, 0 from number`,
    `insert into subscription (user_id, stream_id, active, color)
    select user.id, stream.id, 1, '#76ce90' from user join stream on stream.id > ${first}
    where not is_system_bot`,
    `insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
    select user.id, stream.id, 0, ${Number.MAX_SAFE_INTEGER}, 0 from user join stream on stream.id > ${first}
    where not is_system_bot`,
    `${numbers(unread)}
    insert into message (id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client)
    select ${first} + n, 0, ${first} + 1, ${first} + 1 + n % ${streams}, 0, 'crowd', 'crowd', 'n', '<p>n</p>', 0, 'bench'
    from number`,
  ]
  for (const statement of statements) await databases.ours.prepare(statement).run()
  const { headers } = organization.listener(0)
  return () => form(`${ours}/register`, {}, headers)
}
