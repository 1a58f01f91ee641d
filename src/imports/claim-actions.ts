import { assertActive, assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { settingsOf } from '../accounts/settings'
import { hashOfKey, newKey } from '../auth/keys'
import { logsInBy } from '../auth/methods'
import { accountById } from '../auth/queries'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import { joinSteps, type Change, type Turn } from '../core/turn/change'
import { assertAddressFree, changeAddress } from '../email-changes/new-address'
import { causedBy } from '../mail/limits'
import { postMails, type PostedMails } from '../mail/posting'
import { linkOf } from '../password-resets/access'
import { endResetLinksOf, storeLinks } from '../password-resets/writes'
import { emailAddress } from '../users/email'
import { isPlaceholder } from '../users/placeholder-address'
import { importedPeople, type ImportedPerson } from './claim-queries'

/** Seconds until a link expires: people get it by mail, and may be on holiday. */
const linkSeconds = 30 * daySeconds

interface ClaimLink {
  user_id: number
  url: string
  is_mailed: boolean
}

/** Makes links with which imported people set their first password. Each replaces an earlier one (endpoints, Imports). */
export async function makeClaimLinks(
  turn: Turn,
  { user_ids, by_mail }: { user_ids: number[]; by_mail: boolean },
): Promise<Change<{ links: ClaimLink[]; expires: number }>> {
  const { actor, sql, realm_id, now, env, facts } = turn
  assertOwner(actor)
  assertHuman(actor)
  if (!logsInBy('Email', actor, env)) throw refused('People of this organization do not log in by password.')
  const people = new Map((await importedPeople(sql, realm_id)).map((person) => [person.id, person]))
  const ids = [...new Set(user_ids)]
  for (const id of ids) {
    const person = unclaimed(people.get(id), id)
    if (isPlaceholder(person.delivery_email)) throw refused('The account has no email address yet', { user_id: id })
  }
  const expires = Math.floor(now) + linkSeconds
  const links = ids.map((user_id) => {
    const key = newKey()
    return { user_id, key, url: linkOf(facts.origin, key), to: people.get(user_id)!.delivery_email }
  })
  const posted = by_mail ? await mailClaims(turn, links) : null
  const stored = links.map(({ user_id, key }) => ({
    user_id,
    key_hash: hashOfKey(key),
    maker_id: actor.id,
    expires_at: expires,
  }))
  return {
    ...joinSteps({ writes: [storeLinks(stored)] }, posted?.step ?? null),
    rows: 2 * links.length,
    result: {
      links: links.map(({ user_id, url, to }) => ({ user_id, url, is_mailed: posted?.addresses.has(to) === true })),
      expires,
    },
  }
}

/** Sends the links to these people, in the language in which people of the organization begin. */
async function mailClaims(turn: Turn, links: readonly { url: string; to: string }[]): Promise<PostedMails> {
  const { actor } = turn
  const { default_language: language } = settingsOf(actor)
  const mails = links.map(({ url, to }) => ({
    to,
    language,
    template: 'claim' as const,
    values: { url, owner: actor.full_name },
  }))
  return postMails(turn, mails, { kind: 'important', cause: causedBy(actor), lifetime: 2 * daySeconds })
}

function unclaimed(person: ImportedPerson | undefined, user_id: number): ImportedPerson {
  if (person === undefined) throw refused('There is no such imported account', { user_id })
  if (person.is_claimed) throw refused('The account was claimed already', { user_id, reason: 'already_done' })
  return person
}

/**
 * Gives an imported person an address who has none, or a wrong one (endpoints, Imports). Links of the account end, because one may
 * have gone to the wrong address.
 */
export async function setClaimAddress(
  turn: Turn,
  { user_id, email: raw }: { user_id: number; email: string },
): Promise<Change> {
  const { actor, sql, realm_id } = turn
  assertOwner(actor)
  assertHuman(actor)
  const email = emailAddress(raw)
  const people = await importedPeople(sql, realm_id)
  const { id } = unclaimed(
    people.find((person) => person.id === user_id),
    user_id,
  )
  const account = assertActive((await accountById(sql, realm_id, id))!)
  await assertAddressFree(turn, account, email)
  const change = await changeAddress(turn, account, email)
  return { ...change, writes: [...change.writes, ...endResetLinksOf([id])] }
}
