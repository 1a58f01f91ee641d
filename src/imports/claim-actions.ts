import { assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { hashOfKey, newKey } from '../auth/keys'
import { logsInBy } from '../auth/methods'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import type { Change, Turn } from '../core/turn/change'
import { storeLinks } from '../password-resets/writes'
import { isPlaceholder } from '../users/placeholder-address'
import { importedPeople } from './claim-queries'

/** Seconds until a link expires: people get it by mail, and may be on holiday. */
const linkSeconds = 30 * daySeconds

interface ClaimLink {
  user_id: number
  url: string
}

/** Makes links with which imported people set their first password. Each replaces an earlier one (endpoints, Imports). */
export async function makeClaimLinks(
  turn: Turn,
  { user_ids }: { user_ids: number[] },
): Promise<Change<{ links: ClaimLink[]; expires: number }>> {
  const { actor, sql, realm_id, now, env, facts } = turn
  assertOwner(actor)
  assertHuman(actor)
  if (!logsInBy('Email', actor, env)) throw refused('People of this organization do not log in by password.')
  const people = new Map((await importedPeople(sql, realm_id)).map((person) => [person.id, person]))
  const ids = [...new Set(user_ids)]
  for (const id of ids) {
    const person = people.get(id)
    if (person === undefined) throw refused('There is no such imported account', { user_id: id })
    if (person.is_claimed) throw refused('The account was claimed already', { user_id: id, reason: 'already_done' })
    if (isPlaceholder(person.delivery_email)) throw refused('The account has no email address yet', { user_id: id })
  }
  const expires = Math.floor(now) + linkSeconds
  const links = ids.map((user_id) => ({ user_id, key: newKey() }))
  return {
    writes: [
      storeLinks(
        links.map(({ user_id, key }) => ({
          user_id,
          key_hash: hashOfKey(key),
          maker_id: actor.id,
          expires_at: expires,
        })),
      ),
    ],
    rows: 2 * links.length,
    result: { links: links.map(({ user_id, key }) => ({ user_id, url: `${facts.origin}/reset/${key}` })), expires },
  }
}
