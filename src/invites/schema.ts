import { z } from 'zod'
import type { InvitationRow } from './queries'

/** An open invitation: to one address, or a link for many (endpoints, Invitations). */
export const inviteSchema = z.object({
  /** Id of the invitation. */
  id: z.int(),
  /** The invited address; absent for a link for many. */
  email: z.string().optional(),
  /** Id of the user who made the invitation. */
  invited_by_user_id: z.int(),
  /** When it was made or last resent, in seconds since 1970 UTC. */
  invited: z.int(),
  /** When it expires, in seconds since 1970 UTC; null: never. */
  expiry_date: z.int().nullable(),
  /** Role of the accounts that it makes: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  invited_as: z.int(),
  /** Whether it is a link that any number of people may use. */
  is_multiuse: z.boolean(),
  /**
   * The link, only of a link for many and only for users who could make such a one. The link to one address is told once,
   * to whom made or resent the invitation.
   */
  link_url: z.string().optional(),
})

/** The address of an invitation. The last part of the path is its key. */
export const linkOf = (origin: string, key: string): string => `${origin}/join/${key}`

/** An invitation for clients; `withLink` is for viewers who could make the same one, because anybody can use the link. */
export const inviteObject = (
  row: InvitationRow,
  { origin, withLink }: { origin: string; withLink: boolean },
): z.infer<typeof inviteSchema> => ({
  id: row.id,
  ...(row.email !== null && { email: row.email }),
  invited_by_user_id: row.inviter_id,
  invited: Math.floor(row.created_at),
  expiry_date: row.expires_at === null ? null : Math.floor(row.expires_at),
  invited_as: row.invited_as,
  is_multiuse: row.email === null,
  ...(row.link_key !== null && withLink && { link_url: linkOf(origin, row.link_key) }),
})

/** Administrators are told that an invitation was made, resent, used or taken back. `GET /invites` has the new list (events, Realm). */
export const invitesEventSchema = z.object({ type: z.literal('invites_changed') })
