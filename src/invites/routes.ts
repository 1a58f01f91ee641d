import { longestAddress } from '../accounts/account'
import { z } from 'zod'
import { longestPassword } from '../auth/password'
import { hashOfKey, isWellFormedKey } from '../auth/keys'
import { hashNewPassword } from '../auth/passwords'
import { realmHere } from '../auth/viewer'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'
import { realmById } from '../realm/queries'
import { assertNewUserForm } from '../users/new-user-form'
import { isAdministrator, roles } from '../accounts/roles'
import { acceptedInvitation, assertCanJoin, offeredStreams, standingOf } from './admission'
import { invitationFailed } from './failures'
import { joinCounts } from './join-limits'
import { invitationByKey, openInvitations } from './queries'
import { inviteObject, inviteSchema } from './schema'
import { assertMayInviteAtAll, couldInvite } from './terms'
import { deviceName } from '../sessions/device-name'
import { settingFields } from '../settings/table'

/** Maximal number of streams in an invitation. */
const maxStreams = 100
const longestDays = 3650

const terms = {
  /** Role of the new accounts: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  invite_as: json(z.literal(Object.values(roles))).default(roles.member),
  /** Days until the invitation expires, at most 3,650; null: never. */
  invite_expires_in_days: json(z.int().min(1).max(longestDays).nullable()).default(10),
}

const streamIds = json(z.array(z.int()).max(maxStreams))

/**
 * Invitations that are neither used nor expired nor taken back: your own, or as an administrator those of everybody. Events
 * `invites_changed` tell administrators when to ask again.
 *
 * @error BAD_REQUEST You are a guest or a bot.
 */
export const invitesEndpoint = endpoint('GET /invites', {
  summary: 'Open invitations: your own, or as an administrator all',
  large: true,
  returns: {
    /** Open invitations, newest first. */
    invites: z.array(inviteSchema),
  },
  async run({ viewer, sql, facts }) {
    const actor = await viewer()
    assertMayInviteAtAll({ actor })
    const inviter_id = isAdministrator(actor) ? null : actor.id
    const rows = await openInvitations(sql, actor.realm_id, { now: Date.now() / 1000, inviter_id })
    const { origin } = facts
    return { invites: rows.map((row) => inviteObject(row, { origin, withLink: couldInvite(actor.role, row) })) }
  },
})

/**
 * The answer has a link for each address. If the server sends mail, each address gets its link that way, unless a limit of mails
 * is reached: `is_mailed` tells. Pass the others on. Needs a user who is no bot and no
 * guest, and whom `invite_to_realm_policy` of the organization admits. If one address is none, is named twice, or may not
 * join, nobody is invited. If only some have an account already, the others are invited, and yet the request is refused: the
 * refusal has `sent_invitations` true, and `invitations` as an answer would. Administrators are told by an event
 * `invites_changed`.
 *
 * @error BAD_REQUEST You are a guest or a bot, or the policy does not admit you.
 * @error UNAUTHORIZED_PRINCIPAL Owners are invited by owners, administrators and moderators by administrators.
 * @error BAD_REQUEST No address was named, or no stream, or a stream whose messages you may not see.
 * @error INVITATION_FAILED Some or all were not invited. `errors` lists them: address, reason, whether the account was
 *   deactivated; `error_reasons` has the reasons as codes, in the same order. `sent_invitations` tells whether the others were, `daily_limit_reached` whether too many
 *   invitations were made in a day: 100 by the organization, or 20 by you.
 * @error INVITATION_FAILED The organization has 3,000 open invitations, or you have 300.
 */
export const invitePeopleEndpoint = endpoint('POST /invites', {
  summary: 'Invite people by their email addresses; answers with the links to pass on',
  overSocket: true,
  params: {
    /** Email addresses, separated by commas or line breaks, each maybe with a name: `Ada <ada@example.com>`. */
    invitee_emails: text(z.string().max(20_000)),
    /** Ids of the streams that the new users are subscribed to: 1 to 100, whose messages you may see when somebody joins, too. */
    stream_ids: streamIds,
    ...terms,
  },
  returns: {
    /** The invitations, in the order of the addresses. */
    invitations: z.array(
      z.object({
        /** The invited address. */
        email: z.string(),
        /** The link by which the address can join. It is told only here. */
        link_url: z.string(),
        /** Whether the server sends the link by mail. */
        is_mailed: z.boolean(),
      }),
    ),
  },
  async run({ params, realm }) {
    const { sent, failure } = await realm.perform('invitePeople', params)
    if (failure !== null)
      throw invitationFailed(failure.msg, failure.errors, { sent_invitations: true, invitations: sent })
    return { invitations: sent }
  },
})

/**
 * The former link is worth nothing from then on. The new one lasts as long as the first did. Open to the inviter and to
 * administrators who could make such an invitation, 20 times in a day (administrators: 100). If the
 * server sends mail, the address gets the link that way; otherwise pass it on.
 *
 * @error BAD_REQUEST You are a guest or a bot.
 * @error BAD_REQUEST There is no such open invitation to an address, or it is another user's and you are no administrator.
 * @error UNAUTHORIZED_PRINCIPAL Owners are invited by owners, administrators and moderators by administrators.
 * @error INVITATION_FAILED It was made on an earlier day or has expired, and you may make no more invitations for now.
 */
export const resendInviteEndpoint = endpoint('POST /invites/{invite_id}/resend', {
  summary: 'Give an invitation a new link, in place of the former one',
  overSocket: true,
  params: {
    /** Id of the invitation. */
    invite_id: pathId(),
  },
  returns: {
    /** When the link was made, in seconds since 1970 UTC. */
    timestamp: z.int(),
    /** The new link. It is told only here. */
    link_url: z.string(),
    /** Whether the server sends the link by mail. */
    is_mailed: z.boolean(),
  },
  async run({ params, realm }) {
    return realm.perform('resendInvite', params)
  },
})

/**
 * The link is worth nothing from then on. Open to the inviter and to administrators who could make such an invitation. For
 * a link for many, see `DELETE /invites/multiuse/{invite_id}`.
 *
 * @error BAD_REQUEST You are a guest or a bot.
 * @error BAD_REQUEST There is no such open invitation to an address, or it is another user's and you are no administrator.
 * @error UNAUTHORIZED_PRINCIPAL Owners are invited by owners, administrators and moderators by administrators.
 */
export const revokeInviteEndpoint = endpoint('DELETE /invites/{invite_id}', {
  summary: 'Take an invitation back',
  overSocket: true,
  params: {
    /** Id of the invitation. */
    invite_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('revokeInvite', params)
  },
})

/**
 * Administrators only, bots too. Any number of people can join by the link until it expires or is taken back.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator, or no owner and invite owners.
 * @error BAD_REQUEST There is a stream whose messages you may not see.
 * @error INVITATION_FAILED The organization has made 100 invitations in a day, or has 3,000 open ones.
 */
export const createInviteLinkEndpoint = endpoint('POST /invites/multiuse', {
  summary: 'Make a link by which anybody can join who has it',
  overSocket: true,
  params: {
    /** Ids of the streams that the new users are subscribed to: at most 100, whose messages you may see when somebody joins, too. */
    stream_ids: streamIds.default([]),
    ...terms,
  },
  returns: {
    /** The link. `GET /invites` tells it again. */
    invite_link: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('createInviteLink', params)
  },
})

/**
 * Administrators only. The link is worth nothing from then on; accounts that were made by it stay.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator, or no owner and the link makes owners.
 * @error BAD_REQUEST There is no such open link for many.
 */
export const revokeInviteLinkEndpoint = endpoint('DELETE /invites/multiuse/{invite_id}', {
  summary: 'Take a link for many back',
  overSocket: true,
  params: {
    /** Id of the link, as `GET /invites` has it. */
    invite_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('revokeInviteLink', params)
  },
})

/**
 * The page behind the link of an invitation asks this before anything is written on it. The key is the last part of the path
 * of the link.
 *
 * @error 401 PASSWORD_AUTH_DISABLED People of the organization do not log in by password.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const invitationEndpoint = endpoint('GET /join', {
  summary: 'What an invitation offers, or what became of it',
  auth: 'none',
  params: {
    /** Key of the invitation. */
    invitation_key: text(z.string().max(200)),
  },
  returns: {
    /** Whether it can be accepted: `open`, or `used`, `revoked`, `expired`, `unknown`. Only an open one has the other fields. */
    invitation_status: z.enum(['open', 'used', 'revoked', 'expired', 'unknown']),
    /** The invited address; absent for a link for many. */
    email: z.string().optional(),
    /** Name of the user who made the invitation. */
    inviter_full_name: z.string().optional(),
    /** Role of the account that it makes: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
    invited_as: z.int().optional(),
    /** Names of the streams that the new user is subscribed to: of private ones those that the inviter is in now. */
    stream_names: z.array(z.string()).optional(),
  },
  async run({ params: { invitation_key }, ...request }) {
    const { sql, env } = request
    const realm_id = await realmHere(request)
    if (!isWellFormedKey(invitation_key)) return { invitation_status: 'unknown' as const }
    assertCanJoin((await realmById(sql, realm_id))!, env)
    const invitation = await invitationByKey(sql, realm_id, hashOfKey(invitation_key))
    const invitation_status = standingOf(invitation, Date.now() / 1000)
    if (invitation === null || invitation_status !== 'open') return { invitation_status }
    const { email, inviter_name, invited_as } = invitation
    const streams = await offeredStreams(sql, realm_id, invitation)
    return {
      invitation_status,
      ...(email !== null && { email }),
      inviter_full_name: inviter_name,
      invited_as,
      stream_names: streams.map(({ name }) => name),
    }
  },
})

/**
 * The page behind the link of an invitation asks this. A client that has the link sends the last part of its path as
 * `invitation_key`. Without a key, people can join where the setting `invite_required` of the organization is off, as
 * members. No mail proves that the address is theirs.
 *
 * @error BAD_REQUEST An invitation is needed and there is none, or it was used, taken back, has expired, or is for another
 *   address.
 * @error BAD_REQUEST The organization does not let this address in, or an account or a bot has it.
 * @error BAD_REQUEST Name or address is malformed, or the password is too weak.
 * @error 401 PASSWORD_AUTH_DISABLED People of the organization do not log in by password.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const joinEndpoint = endpoint('POST /join', {
  summary: 'Join the organization, by an invitation or where none is required; answers with an API key',
  auth: 'none',
  params: {
    /** Key of an invitation. Not needed where `invite_required` is off. */
    invitation_key: text(z.string().max(200)).optional(),
    /** Name of the new user, 2 to 100 characters. */
    full_name: text(z.string().max(1000)),
    /** Email address of the new user, by which they log in. An invitation to one address wants this address. */
    email: text(z.string().max(longestAddress)),
    /** Password of the new user: at least 6 characters, and not easy to guess. */
    password: text(z.string().max(longestPassword)),
    /** Whether times of the day have 24 hours for the new user. If it is left out, as the organization has it for new users. */
    twenty_four_hour_time: settingFields.twenty_four_hour_time,
  },
  returns: {
    /** API key of the new account. */
    api_key: z.string(),
    /** Email address of the new account. */
    email: z.string(),
    /** Id of the new user. */
    user_id: z.int(),
  },
  async run({ params: { password, ...person }, ...request }) {
    const { env, facts, sql, realm } = request
    const realm_id = await realmHere(request)
    const realmRow = (await realmById(sql, realm_id))!
    await acceptedInvitation({ sql, env, now: Date.now() / 1000 }, realmRow, person)
    assertNewUserForm({ ...person, password })
    const counts = joinCounts(person.invitation_key, facts.address)
    // A fixed name, so that one object counts the attempts of all new users.
    const password_hash = await hashNewPassword(request, realm_id, 'join', { password, rank: 'stranger', counts })
    return realm.perform('join', { ...person, password_hash, device: deviceName(request.headers) })
  },
})
