import { botTypes } from '../accounts/types'
import { maxSingleLookups, type Cached } from '../core/turn/query-cache'
import type { Sql } from '../core/sql/sql'
import { characterCount, foldCase } from '../core/base/unicode'
import type { MentionedUser } from '../markdown/context'
import { nameAndId } from '../markdown/mentions'
import { longestFullName } from '../users/names'
import { userById, usersByName } from '../users/queries'
import { usersMentioned, type MentionRef, type MentionRow } from './queries'

/** What is needed to look up names in a realm: a turn, or a reader. */
interface Lookup {
  cached: Cached
  sql: Sql
  realm_id: number
}

/** Maximal number of names of one kind that are looked up for a message. Its content is too short for many more. */
export const maxNames = 500

/** The mentioned users, and the bots among them that get the message without being subscribed. */
export async function mentionedUsers(
  lookup: Lookup,
  mentioned: readonly string[],
): Promise<{ user: (text: string) => MentionedUser | null; bots: ReadonlySet<number> }> {
  const texts = mentioned.slice(0, maxNames)
  const users = await usersOf(lookup, texts.map(nameAndId))
  const byId = new Map(users.map((user) => [user.id, user]))
  // If several have the name, the oldest account is meant.
  const byName = new Map(users.toReversed().map((user) => [foldCase(user.full_name), user]))

  const meant = new Map<string, MentionedUser>()
  const bots = new Set<number>()
  for (const text of texts) {
    const { name, id } = nameAndId(text)
    const user = id === null ? byName.get(foldCase(name)) : byId.get(id)
    if (user === undefined || (id !== null && name !== '' && name !== user.full_name)) continue
    meant.set(text, user)
    // Bots of other types are programs elsewhere, which get a post instead.
    if (user.bot_type === botTypes.generic && !user.is_system_bot) bots.add(user.id)
  }
  return { user: (text) => meant.get(text) ?? null, bots }
}

/** Active users with one of the names or ids, the oldest first. */
async function usersOf({ cached, sql, realm_id }: Lookup, named: MentionRef[]): Promise<MentionRow[]> {
  const users: MentionRow[] = []
  if (named.length > maxSingleLookups) users.push(...(await usersMentioned(sql, realm_id, named)))
  else
    for (const { name, id } of named) {
      // A text too long for a name is not looked up, because the cache would keep it.
      if (id === null && characterCount(name) <= longestFullName)
        users.push(...(await cached(usersByName, realm_id, name)))
      const user = id === null ? null : await cached(userById, realm_id, id)
      if (user !== null) users.push(user)
    }
  return users.filter(({ is_active }) => is_active).toSorted((a, b) => a.id - b.id)
}
