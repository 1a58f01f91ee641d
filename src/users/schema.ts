import { z } from 'zod'
import { profileDataSchema, type ProfileData } from '../profile-fields/schema'
import { avatarUrl, avatarUrlFor } from './avatars'
import type { UserRow } from './queries'
import { isAdministrator, isGuest, isOwner } from '../accounts/roles'

/** A user as others see them (objects, User). */
export const userSchema = z.object({
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string().optional(),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  bot_type: z.int().nullable(),
  bot_owner_id: z.int().optional(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_billing_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  is_system_bot: z.boolean().optional(),
  role: z.int(),
  timezone: z.string(),
  profile_data: profileDataSchema.optional(),
})

export type User = z.infer<typeof userSchema>

/** How to show users. */
export interface UserOptions {
  /** Whether the client computes pictures itself, which it can from real addresses only. */
  client_gravatar: boolean
  include_custom_profile_fields: boolean
  /** Whether the real address is told beside the one that everybody sees. */
  tell_addresses: boolean
}

export function user(
  row: UserRow,
  { client_gravatar, include_custom_profile_fields, tell_addresses }: UserOptions,
  profile_data: ProfileData = {},
): User {
  const isBot = row.bot_type !== null
  return {
    user_id: row.id,
    email: row.email,
    ...(tell_addresses && { delivery_email: row.delivery_email }),
    full_name: row.full_name,
    avatar_url: avatarUrlFor(row, { client_gravatar }),
    avatar_version: row.avatar_version,
    bot_type: row.bot_type,
    ...(row.bot_owner_id !== null && { bot_owner_id: row.bot_owner_id }),
    date_joined: isoTime(row.date_joined),
    is_active: Boolean(row.is_active),
    is_admin: isAdministrator(row),
    is_owner: isOwner(row),
    is_billing_admin: false,
    is_guest: isGuest(row),
    is_bot: isBot,
    ...(Boolean(row.is_system_bot) && { is_system_bot: true }),
    role: row.role,
    timezone: row.timezone,
    ...(include_custom_profile_fields && !isBot && { profile_data }),
  }
}

/** Oneself (objects, The own-user object): no `bot_type`, and the picture's address is always told. */
export const ownUserSchema = userSchema.omit({ bot_type: true, profile_data: true }).extend({
  avatar_url: z.string(),
  max_message_id: z.int(),
})

export function ownUser(
  row: UserRow,
  { max_message_id, tell_addresses }: { max_message_id: number; tell_addresses: boolean },
): z.infer<typeof ownUserSchema> {
  const { bot_type: _, ...own } = user(row, {
    client_gravatar: false,
    include_custom_profile_fields: false,
    tell_addresses,
  })
  return { ...own, avatar_url: avatarUrl(row), max_message_id }
}

/** ISO 8601 with offset; microseconds only when they are not zero. */
function isoTime(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString()
  return iso.replace('.000Z', '+00:00').replace(/\.(\d{3})Z$/, '.$1000+00:00')
}
