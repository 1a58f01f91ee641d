import { z } from 'zod'
import { profileDataSchema, type ProfileData } from '../profile-fields/schema'
import { avatarUrl, avatarUrlFor } from './avatars'
import { isPlaceholder } from './placeholder-address'
import type { UserRow } from './queries'
import { isoTime } from '../core/base/iso-time'
import { isAdministrator, isGuest, isOwner } from '../accounts/roles'

/** A user as others see them: a person or a bot (objects, User). */
export const userSchema = z.object({
  /** Id of the user. */
  user_id: z.int(),
  /**
   * Address that everybody sees, and by which parameters name the user. It is the real one, unless the organization
   * hides addresses; then it is made of the id and the host.
   */
  email: z.string(),
  /** Real address. Only there while the organization hides addresses, for those who may see them nevertheless. */
  delivery_email: z.string().optional(),
  /** Name. */
  full_name: z.string(),
  /**
   * Address of the picture; an uploaded one as a path of the organization's own host. Null where `client_gravatar` was
   * asked for and the picture is Gravatar's: the client computes its address from `email`.
   */
  avatar_url: z.string().nullable(),
  /** Grows with each change of the picture. */
  avatar_version: z.int(),
  /** Null for people. Of bots: 1 generic, 2 incoming webhook, 3 outgoing webhook. */
  bot_type: z.int().nullable(),
  /** Id of the person who owns the bot. Absent for people. */
  bot_owner_id: z.int().optional(),
  /** When the account was made: ISO 8601 with the offset from UTC. */
  date_joined: z.string(),
  /** `false` once the user was deactivated. */
  is_active: z.boolean(),
  /** Whether the user is an administrator or an owner. */
  is_admin: z.boolean(),
  /** Whether the user is an owner of the organization. */
  is_owner: z.boolean(),
  /** Always `false`. */
  is_billing_admin: z.boolean(),
  /** Whether the user is a guest. */
  is_guest: z.boolean(),
  /** Whether the user is a bot. */
  is_bot: z.boolean(),
  /** `true` for bots of the server itself, such as the one that posts notices. Absent for everybody else. */
  is_system_bot: z.boolean().optional(),
  /** Role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: z.int(),
  /** IANA name of the time zone, such as `Europe/Berlin`; empty if the user has not told. */
  timezone: z.string(),
  /** What the user tells in custom profile fields. Only there if it was asked for, and never of bots. */
  profile_data: profileDataSchema.optional(),
})

export type User = z.infer<typeof userSchema>

/** Options for showing users. */
export interface UserOptions {
  /** Whether the client computes the addresses of pictures itself, which it can only from real email addresses. */
  client_gravatar: boolean
  include_custom_profile_fields: boolean
  /** Whether the viewer sees real addresses beside those that everybody sees. */
  tell_addresses: boolean
}

/** Absent fields are undefined, so that all users are objects of one form: thousands are made and written as JSON sooner. */
export function user(
  row: UserRow,
  { client_gravatar, include_custom_profile_fields, tell_addresses }: UserOptions,
  profile_data: ProfileData = {},
): User {
  const isBot = row.bot_type !== null
  return {
    user_id: row.id,
    email: row.email,
    delivery_email: tell_addresses && !isPlaceholder(row.delivery_email) ? row.delivery_email : undefined,
    full_name: row.full_name,
    avatar_url: avatarUrlFor(row, { client_gravatar }),
    avatar_version: row.avatar_version,
    bot_type: row.bot_type,
    bot_owner_id: row.bot_owner_id ?? undefined,
    date_joined: isoTime(row.date_joined),
    is_active: Boolean(row.is_active),
    is_admin: isAdministrator(row),
    is_owner: isOwner(row),
    is_billing_admin: false,
    is_guest: isGuest(row),
    is_bot: isBot,
    is_system_bot: row.is_system_bot ? true : undefined,
    role: row.role,
    timezone: row.timezone,
    profile_data: include_custom_profile_fields && !isBot ? profile_data : undefined,
  }
}

/** The account that asks (objects, The own-user object). */
export const ownUserSchema = userSchema.omit({ bot_type: true, profile_data: true }).extend({
  /** Address of the picture; an uploaded one as a path of the organization's own host. */
  avatar_url: z.string(),
  /** Id of the newest message that the account received; -1 if it received none. */
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
