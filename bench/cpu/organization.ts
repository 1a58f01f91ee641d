import { form, send } from '../load.ts'
import type { SplitServer } from './server.ts'
import { texts } from '../texts.ts'

/** How large the organization is: at the limits of what one request may answer. */
export const sizes = { people: 10_000, messages: 5200, streams: 200, longMessages: 400, fileMib: 25 }

/** Messages that are written one by one, and then copied. */
const written = 200

const password = 'seven grey herons'

export type Headers = Record<string, string>

/** SQL of the numbers from 1. */
const numbers = (count: number): string =>
  `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})`

/** Founds an organization at the limits; answers the credentials of its owner. */
export async function foundAtLimits({ api, database }: SplitServer): Promise<Headers> {
  const { api_key, email } = JSON.parse(
    await send(
      form(`${api}/realm`, {
        realm_name: 'Bench',
        string_id: 'bench',
        owner_full_name: 'Olga Owner',
        owner_email: 'olga@example.com',
        owner_password: password,
      }),
    ),
  ) as { api_key: string; email: string }
  const own = { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  for (let number = 0; number < written; number += 1) {
    const content = texts[number % texts.length]!
    await send(form(`${api}/messages`, { type: 'stream', to: 'general', topic: `topic ${number % 30}`, content }, own))
  }
  const run = (statement: string): Promise<unknown> => database.prepare(statement).run()
  const first = 1_000_000
  await run(`${numbers(sizes.people)}
    insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
    select ${first} + n, 1, 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Crowd ' || n, 'crowd ' || n, 400, 0
    from number`)
  await run(`${numbers(sizes.streams)}
    insert into stream (id, realm_id, name, name_key, date_created)
    select ${first} + n, 1, 'Crowd ' || n, 'crowd ' || n, 0 from number`)
  await run(`
    insert into subscription (user_id, stream_id, active, color)
    select user.id, stream.id, 1, '#76ce90' from user join stream on stream.id > ${first}
    where user.id <= ${first} and not is_system_bot`)
  await copyMessages(database)
  return own
}

/** Copies the messages that were written, further above, until there are enough. Their columns may be any. */
async function copyMessages(database: SplitServer['database']): Promise<void> {
  const { results } = await database.prepare(`select * from pragma_table_info('message')`).all<{ name: string }>()
  const columns = results.map(({ name }) => name)
  const { last } = (await database.prepare('select max(id) as last from message').first<{ last: number }>())!
  for (let copies = 1; copies * written < sizes.messages; copies += 1) {
    const values = columns.map((name) => (name === 'id' ? `id + ${copies * 10_000}` : name))
    await database
      .prepare(
        `insert into message (${columns.join(', ')}) select ${values.join(', ')} from message where id <= ${last}`,
      )
      .run()
  }
}
