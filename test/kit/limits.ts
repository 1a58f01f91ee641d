import { env } from 'cloudflare:workers'
import type { SharedLimitName } from '../../src/accounts/organization-limits'
import type { Person } from './person'

/** Raises an account's use of a limit of its organization, in addition to what it uses through the API. */
export const takeOfLimit = (person: Person, name: SharedLimitName, amount: number): Promise<void> =>
  person.realm.behindTheWriter(
    env.DB.prepare(`
      insert into limit_use (limit_name, user_id, amount) values (?, ?, ?)
      on conflict (limit_name, user_id) do update set amount = amount + excluded.amount
    `).bind(name, person.id, amount),
  )
