import { env } from 'cloudflare:workers'
import type { TestRealm } from './realm'

/** Inserts many users, one deactivated user and a system bot for notices. */
export async function addUsers(realm: TestRealm, amount: number): Promise<void> {
  const first = (realm.id - 1) * 2 ** 32 + 1_000_000
  const insert = (id: number, columns: string, values: string) =>
    env.DB.prepare(
      `insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined${columns})
       values (?1, ?2, 'u' || ?1 || '@example.com', 'u' || ?1 || '@example.com', 'U', 'u', 400, 0${values})`,
    ).bind(id, realm.id)
  await realm.behindTheWriter(
    ...Array.from({ length: amount }, (_, index) => insert(first + index, '', '')),
    insert(first + amount, ', is_active', ', 0'),
    insert(first + amount + 1, ', bot_type, is_system_bot', ', 1, 1'),
  )
}
