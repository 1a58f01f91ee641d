import type { Turn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import { isAdministrator, isGuest, isModerator, type Role } from '../accounts/roles'

/** Ids of active people and bots, by the events that they get (events, Recipients). System bots get none. */
interface Audience {
  everyone: number[]
  /** Everybody but guests. */
  members: number[]
  /** Administrators and owners. */
  administrators: number[]
  /** Moderators and above. */
  moderators: number[]
  /** Everybody but bots, with their display addresses. */
  people: { id: number; email: string }[]
}

export async function audienceOf(sql: Sql, realm_id: number): Promise<Audience> {
  const rows = await sql`
    select id, role, email, bot_type from user
    where ${inRealm(fragment`id`, realm_id)} and is_active and not is_system_bot
    order by id
  `.all<{ id: number; role: Role; email: string; bot_type: number | null }>()
  const idsOf = (users: typeof rows): number[] => users.map(({ id }) => id)
  return {
    everyone: idsOf(rows),
    members: idsOf(rows.filter((user) => !isGuest(user))),
    administrators: idsOf(rows.filter(isAdministrator)),
    moderators: idsOf(rows.filter(isModerator)),
    people: rows.filter(({ bot_type }) => bot_type === null).map(({ id, email }) => ({ id, email })),
  }
}

type TurnReads = Pick<Turn, 'cached' | 'realm_id'>

/** Ids of all accounts that were active before the change. */
export const everyone = async ({ cached, realm_id }: TurnReads): Promise<number[]> =>
  (await cached(audienceOf, realm_id)).everyone

export const members = async ({ cached, realm_id }: TurnReads): Promise<number[]> =>
  (await cached(audienceOf, realm_id)).members

export const administrators = async ({ cached, realm_id }: TurnReads): Promise<number[]> =>
  (await cached(audienceOf, realm_id)).administrators

export const moderators = async ({ cached, realm_id }: TurnReads): Promise<number[]> =>
  (await cached(audienceOf, realm_id)).moderators
