import { z } from 'zod'
import type { InvitationRow } from './queries'

/** An invitation, as it travels (endpoints, Invitations). */
export const inviteSchema = z.object({
  id: z.int(),
  email: z.string().optional(),
  invited_by_user_id: z.int(),
  invited: z.int(),
  expiry_date: z.int().nullable(),
  invited_as: z.int(),
  is_multiuse: z.boolean(),
  link_url: z.string().optional(),
})

/** Where an invitation is accepted; the last part of the path is its key. */
export const linkOf = (origin: string, key: string): string => `${origin}/join/${key}`

/** With its link only for those who could make it: whoever has it can use it. */
export const invite = (
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

/** Administrators are told that the list has changed, and ask for it (events, Realm). */
export const invitesEventSchema = z.object({ type: z.literal('invites_changed') })
