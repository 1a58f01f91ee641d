import { z } from 'zod'
import { longestPassword } from '../auth/password'
import { hashNewPassword } from '../auth/passwords'
import { realmHere } from '../auth/viewer'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'
import { realmById } from '../realm/queries'
import { assertNewUserForm } from '../users/new-user-form'
import { isAdministrator, roles } from '../accounts/roles'
import { admittedBy } from './admission'
import { failed } from './failures'
import { joinCounts } from './join-limits'
import { openInvitations } from './queries'
import { invite, inviteSchema } from './schema'
import { assertMayInviteAtAll, couldMake } from './terms'

/** Streams of one invitation. */
const mostStreams = 100
const longestDays = 3650

const terms = {
  invite_as: json(z.literal(Object.values(roles))).default(roles.member),
  invite_expires_in_days: json(z.int().min(1).max(longestDays).nullable()).default(10),
}
const streamIds = json(z.array(z.int()).max(mostStreams))

export const invitesEndpoint = endpoint('GET /invites', {
  summary: 'Open invitations: your own, or as an administrator all',
  returns: { invites: z.array(inviteSchema) },
  async run({ viewer, sql, facts }) {
    const actor = await viewer()
    assertMayInviteAtAll({ actor })
    const inviter_id = isAdministrator(actor) ? null : actor.id
    const rows = await openInvitations(sql, actor.realm_id, { now: Date.now() / 1000, inviter_id })
    const { origin } = facts
    return { invites: rows.map((row) => invite(row, { origin, withLink: couldMake(actor.role, row) })) }
  },
})

/** The server sends no mail: `invitations` has the link of each, for the inviter to pass on. */
export const invitePeopleEndpoint = endpoint('POST /invites', {
  summary: 'Invite people by their email addresses; answers with the links to pass on',
  params: { invitee_emails: text(z.string().max(20_000)), stream_ids: streamIds, ...terms },
  returns: { invitations: z.array(z.object({ email: z.string(), link_url: z.string() })) },
  async run({ params, realm }) {
    const { sent, failure } = await realm.perform('invitePeople', params)
    if (failure !== null) throw failed(failure.msg, failure.errors, { sent_invitations: true, invitations: sent })
    return { invitations: sent }
  },
})

export const resendInviteEndpoint = endpoint('POST /invites/{invite_id}/resend', {
  summary: 'Give an invitation a new link, in place of the former one',
  params: { invite_id: pathId() },
  returns: { timestamp: z.int(), link_url: z.string() },
  async run({ params, realm }) {
    return realm.perform('resendInvite', params)
  },
})

export const revokeInviteEndpoint = endpoint('DELETE /invites/{invite_id}', {
  summary: 'Take an invitation back',
  params: { invite_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('revokeInvite', params)
  },
})

export const createInviteLinkEndpoint = endpoint('POST /invites/multiuse', {
  summary: 'Make a link by which anybody can join who has it',
  params: { stream_ids: streamIds.default([]), ...terms },
  returns: { invite_link: z.string() },
  async run({ params, realm }) {
    return realm.perform('createInviteLink', params)
  },
})

export const revokeInviteLinkEndpoint = endpoint('DELETE /invites/multiuse/{invite_id}', {
  summary: 'Take a link for many back',
  params: { invite_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('revokeInviteLink', params)
  },
})

/** Not part of the API that it serves: it is how an invitation's link is accepted. */
export const joinEndpoint = endpoint('POST /join', {
  summary: 'Join the organization, by an invitation or where none is required; answers with an API key',
  auth: 'none',
  params: {
    invitation_key: text(z.string().max(200)).optional(),
    full_name: text(z.string().max(1000)),
    email: text(z.string().max(320)),
    password: text(z.string().max(longestPassword)),
  },
  returns: { api_key: z.string(), email: z.string(), user_id: z.int() },
  async run({ params: { password, ...person }, ...asked }) {
    const { env, facts, sql, realm } = asked
    const realm_id = await realmHere(asked)
    const there = (await realmById(sql, realm_id))!
    await admittedBy({ sql, env, now: Date.now() / 1000 }, there, person)
    assertNewUserForm({ ...person, password })
    const counts = joinCounts(person.invitation_key, facts.address)
    // One object counts all who join, whatever their names.
    const password_hash = await hashNewPassword(asked, realm_id, 'join', { password, rank: 'stranger', counts })
    return realm.perform('join', { ...person, password_hash })
  },
})
