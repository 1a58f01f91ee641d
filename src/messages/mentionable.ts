import { botTypes } from '../accounts/types'
import { mostSingleLookups, type Cached } from '../core/turn/query-cache'
import type { Sql } from '../core/sql/sql'
import { characterCount, foldCase } from '../core/base/unicode'
import type { MentionedUser } from '../markdown/context'
import { nameAndId } from '../markdown/mentions'
import { longestFullName } from '../users/names'
import { userById, usersByName } from '../users/queries'
import { usersCalled, type Called, type CalledUser } from './queries'

/** Who is asked for names, and in which realm: a turn, or a reader. */
interface Where {
  cached: Cached
  sql: Sql
  realm_id: number
}

/** Names of a kind that are looked up for one message; content is too short for many more. */
export const mostNames = 500

/** Whom texts of mentions mean; and the bots among them that receive what mentions them, subscribed or not. */
export async function mentionable(
  where: Where,
  mentioned: readonly string[],
): Promise<{ user: (text: string) => MentionedUser | null; bots: ReadonlySet<number> }> {
  const texts = mentioned.slice(0, mostNames)
  const users = await usersOf(where, texts.map(nameAndId))
  const byId = new Map(users.map((user) => [user.id, user]))
  // Of several with one name the oldest account is meant.
  const byName = new Map(users.toReversed().map((user) => [foldCase(user.full_name), user]))

  const meant = new Map<string, MentionedUser>()
  const bots = new Set<number>()
  for (const text of texts) {
    const { name, id } = nameAndId(text)
    const user = id === null ? byName.get(foldCase(name)) : byId.get(id)
    if (user === undefined || (id !== null && name !== '' && name !== user.full_name)) continue
    meant.set(text, user)
    // Programs that answer for a bot are posted to instead.
    if (user.bot_type === botTypes.generic && !user.is_system_bot) bots.add(user.id)
  }
  return { user: (text) => meant.get(text) ?? null, bots }
}

/** Active users who might be meant, oldest first. */
async function usersOf({ cached, sql, realm_id }: Where, named: Called[]): Promise<CalledUser[]> {
  const users: CalledUser[] = []
  if (named.length > mostSingleLookups) users.push(...(await usersCalled(sql, realm_id, named)))
  else
    for (const { name, id } of named) {
      // What cannot be a name is not looked up, or it would be remembered that it is nobody's.
      if (id === null && characterCount(name) <= longestFullName)
        users.push(...(await cached(usersByName, realm_id, name)))
      const user = id === null ? null : await cached(userById, realm_id, id)
      if (user !== null) users.push(user)
    }
  return users.filter(({ is_active }) => is_active).toSorted((left, right) => left.id - right.id)
}
