import { deleteOldInvitations, insertInvitations, renewInvitation, revokeInvitation } from './writes'
import { hashOfKey, newKey } from '../auth/keys'
import { tell, joinSteps, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import { addressProblem } from '../domains/address-rules'
import { domainsOfRealm } from '../domains/queries'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { causedBy } from '../mail/limits'
import { postMails, type PostedMails } from '../mail/posting'
import { administrators } from '../users/audience'
import { assertAdministrator, isAdministrator } from '../accounts/roles'
import { listedAddresses } from './addresses'
import { invitationFailed, type InvitationFailure, type InviteeProblem } from './failures'
import { assertFewInvitations, assertMayResend } from './invitation-limits'
import { accountsWithEmails, openInvitation, type InvitationRow, type NewInvitation } from './queries'
import { planReminders } from './reminders'
import { linkOf } from './schema'
import { assertMayInviteAs, assertMayInviteAtAll, assertMayInviteInto, expiryOf, type InvitationTerms } from './terms'

/** Seconds for which used, revoked and expired invitations are kept, to explain why a link fails. */
const keptInvitationSeconds = 30 * 24 * 3600

/** A new invitation to one address, with the link that accepts it. */
interface SentInvitation {
  email: string
  link_url: string
  is_mailed: boolean
}

/** An invitation to one address, with its link. */
interface AddressedInvitation {
  email: string
  link_url: string
  expires_at: number | null
}

/**
 * Invites people by their email addresses (endpoints, Invitations). Skips addresses that have an account. If there are any, it
 * invites the others, and `failure` says why the response is still a refusal.
 */
export async function invitePeople(
  turn: Turn,
  { invitee_emails, ...terms }: InvitationTerms & { invitee_emails: string },
): Promise<Change<{ sent: SentInvitation[]; failure: InvitationFailure | null }>> {
  const { actor, sql, realm_id, now } = turn
  assertMayInviteAtAll(turn)
  if (!policyAdmits(settingsOf(actor).invite_to_realm_policy, actor, now))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
  assertMayInviteAs(turn, terms.invite_as)
  if (terms.stream_ids.length === 0) throw refused('You must specify at least one stream for invitees to join.')
  await assertMayInviteInto(turn, terms.stream_ids)

  const { emails, problems } = await invitees(turn, invitee_emails)
  if (problems.length > 0)
    throw invitationFailed("Some emails did not validate, so we didn't send any invitations.", problems)
  const accounts = await accountsWithEmails(sql, realm_id, emails)
  const present = accounts.map(({ email, is_active }): InviteeProblem =>
    is_active
      ? { email, msg: 'Already has an account.', reason: 'email_taken' }
      : { email, msg: 'Account has been deactivated.', reason: 'account_deactivated' },
  )
  const absent = emails.filter((email) => !accounts.some((account) => account.email === email))
  if (absent.length === 0) throw invitationFailed("We weren't able to invite anyone.", present)
  await assertFewInvitations(turn, absent.length)

  const newInvitations = absent.map((email) => newInvitation(turn, terms, email))
  const invitations = newInvitations.map(({ key, row: { email, expires_at } }) => ({
    email: email!,
    link_url: linkOf(turn.facts.origin, key),
    expires_at,
  }))
  const { step, addresses } = await mailInvitations(turn, invitations)
  const remindAt = planReminders(
    turn,
    newInvitations.flatMap(({ key, row }) => (addresses.has(row.email!) ? { ...row, key } : [])),
  )
  return {
    ...joinSteps(await insertion(turn, newInvitations), step),
    ...(remindAt !== null && { wakesAt: remindAt }),
    result: {
      sent: invitations.map(({ email, link_url }) => ({ email, link_url, is_mailed: addresses.has(email) })),
      failure:
        present.length === 0
          ? null
          : {
              msg: "Some of those addresses have an account already, so they weren't invited. All others were.",
              errors: present,
            },
    },
  }
}

/** Seconds after which a mail is of no use, if the invitation lasts longer. */
const longestMailSeconds = 2 * daySeconds

/** Sends invitations by mail, if the server sends any, in the language in which people of the organization begin. */
async function mailInvitations(turn: Turn, invitations: readonly AddressedInvitation[]): Promise<PostedMails> {
  const { actor } = turn
  const language = settingsOf(actor).default_language
  const mails = invitations.map(({ email, link_url, expires_at }) => ({
    to: email,
    language,
    template: 'invitation' as const,
    values: { inviter: actor.full_name, url: link_url, expires_at },
  }))
  return postMails(turn, mails, { kind: 'invitations', cause: causedBy(actor), lifetime: longestMailSeconds })
}

/** The addresses of a request, and the problems with some of them. */
async function invitees({ actor, cached, realm_id }: Turn, list: string) {
  const entries = listedAddresses(list)
  if (entries.length === 0) throw refused('You must specify at least one email address.')
  const settings = settingsOf(actor)
  const domains = await cached(domainsOfRealm, realm_id)
  const emails = new Map<string, string>()
  const problems: InviteeProblem[] = []
  for (const { raw, email } of entries) {
    const problem =
      email === null
        ? ({ msg: 'Invalid address.', reason: 'invalid_email' } as const)
        : emails.has(email.toLowerCase())
          ? ({ msg: 'Named twice.', reason: 'duplicate_email' } as const)
          : addressProblem(settings, domains, email)
    if (problem !== null) problems.push({ email: raw, ...problem })
    else emails.set(email!.toLowerCase(), email!)
  }
  return { emails: [...emails.values()], problems }
}

/** Creates a reusable link (endpoints, Invitations). */
export async function createInviteLink(turn: Turn, terms: InvitationTerms): Promise<Change<{ invite_link: string }>> {
  assertAdministrator(turn.actor)
  assertMayInviteAs(turn, terms.invite_as)
  await assertMayInviteInto(turn, terms.stream_ids)
  await assertFewInvitations(turn, 1)
  const made = newInvitation(turn, terms, null)
  return { ...(await insertion(turn, [made])), result: { invite_link: linkOf(turn.facts.origin, made.key) } }
}

function newInvitation(turn: Turn, terms: InvitationTerms, email: string | null): { key: string; row: NewInvitation } {
  const key = newKey()
  return {
    key,
    row: {
      id: turn.next('invitation'),
      inviter_id: turn.actor.id,
      email,
      key_hash: hashOfKey(key),
      link_key: email === null ? key : null,
      invited_as: terms.invite_as,
      stream_ids: JSON.stringify([...new Set(terms.stream_ids)]),
      created_at: turn.now,
      expires_at: expiryOf(terms, turn.now),
    },
  }
}

const insertion = async (turn: Turn, made: { row: NewInvitation }[]) => ({
  writes: [
    deleteOldInvitations(turn.realm_id, turn.now - keptInvitationSeconds),
    insertInvitations(
      turn.realm_id,
      made.map(({ row }) => row),
    ),
  ],
  events: await invitesChanged(turn),
})

/** The event that makes administrators load the list of invitations again. */
export const invitesChanged = async (turn: Pick<Turn, 'cached' | 'realm_id'>): Promise<OutgoingEvent[]> => [
  tell(await administrators(turn), { type: 'invites_changed' }),
]

/**
 * Replaces the key of an invitation. It expires when the first one would have. Only the hash of a key is stored, so the former
 * link cannot be shown again; it stops working.
 */
export async function resendInvite(
  turn: Turn,
  input: { invite_id: number },
): Promise<Change<{ timestamp: number; link_url: string; is_mailed: boolean }>> {
  const { now, facts } = turn
  const invitation = await accessInvitation(turn, input.invite_id, { forMany: false })
  await assertMayResend(turn, invitation)
  const { id, created_at, email } = invitation
  const expires_at = invitation.expires_at === null ? null : now + (invitation.expires_at - created_at)
  const key = newKey()
  const link_url = linkOf(facts.origin, key)
  const { step, addresses } = await mailInvitations(turn, [{ email: email!, link_url, expires_at }])
  const renewal = {
    writes: [renewInvitation(id, { key_hash: hashOfKey(key), created_at: now, expires_at })],
    events: await invitesChanged(turn),
  }
  const renewed = { id, key, created_at: now, expires_at }
  const remindAt = planReminders(turn, addresses.has(email!) ? [renewed] : [])
  return {
    ...joinSteps(renewal, step),
    ...(remindAt !== null && { wakesAt: remindAt }),
    result: { timestamp: Math.floor(now), link_url, is_mailed: addresses.has(email!) },
  }
}

/** Revokes an invitation for one address. */
export async function revokeInvite(turn: Turn, input: { invite_id: number }): Promise<Change> {
  const { id } = await accessInvitation(turn, input.invite_id, { forMany: false })
  return { writes: [revokeInvitation(id)], events: await invitesChanged(turn), result: {} }
}

/** Revokes a reusable link. */
export async function revokeInviteLink(turn: Turn, input: { invite_id: number }): Promise<Change> {
  assertAdministrator(turn.actor)
  const { id } = await accessInvitation(turn, input.invite_id, { forMany: true })
  return { writes: [revokeInvitation(id)], events: await invitesChanged(turn), result: {} }
}

/** An open invitation that the actor may change. The refusal is the same for missing and for hidden ones. */
async function accessInvitation(turn: Turn, id: number, { forMany }: { forMany: boolean }): Promise<InvitationRow> {
  const { actor, sql, realm_id } = turn
  // Any administrator, even a bot, may change reusable links.
  if (!forMany) assertMayInviteAtAll(turn)
  const invitation = await openInvitation(sql, realm_id, id)
  const isOwn = invitation?.inviter_id === actor.id
  if (invitation === null || (invitation.email === null) !== forMany || !(isOwn || isAdministrator(actor)))
    throw refused('No such invitation')
  assertMayInviteAs(turn, invitation.invited_as)
  return invitation
}
