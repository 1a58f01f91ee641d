import { z } from 'zod'
import { userSchema } from './schema'

/** A user of a list that says by itself whether its users are active. */
const listedUser = userSchema.omit({ is_active: true })

/** Users in the initial state, and the fields of the account that registers the queue (register, People). */
export const usersStateFields = {
  /** Active users, people and bots, by id; people with `profile_data`. */
  realm_users: z.array(listedUser),
  /** Deactivated users, people and bots, by id, in the same form. */
  realm_non_active_users: z.array(listedUser),
  /** Bots of the server itself, such as the one that posts notices. Users can write to them. */
  cross_realm_bots: z.array(userSchema),
  /** Your id. */
  user_id: z.int(),
  /** Your address as others see it. */
  email: z.string(),
  /** Your real address. */
  delivery_email: z.string(),
  /** Your name. */
  full_name: z.string(),
  /** Where your picture comes from: `U` uploaded, `G` Gravatar. */
  avatar_source: z.enum(['G', 'U']),
  /** Address of your picture; an uploaded one as a path of the organization's own host. */
  avatar_url: z.string(),
  /** Address of your picture in a larger size, if there is one. */
  avatar_url_medium: z.string(),
  /** Whether you are an administrator or an owner. */
  is_admin: z.boolean(),
  /** Whether you are an owner of the organization. */
  is_owner: z.boolean(),
  /** Whether you are a moderator; `false` for administrators and owners, who may do more. */
  is_moderator: z.boolean(),
  /** Whether you are a guest. */
  is_guest: z.boolean(),
  /** Always `false`. */
  is_billing_admin: z.boolean(),
  /** Whether you may create streams of any kind. */
  can_create_streams: z.boolean(),
  /** Whether you may create private streams. */
  can_create_private_streams: z.boolean(),
  /** Whether you may create public streams. */
  can_create_public_streams: z.boolean(),
  /** Whether you may create streams that can be read without an account. */
  can_create_web_public_streams: z.boolean(),
  /** Whether you may subscribe others to streams. */
  can_subscribe_other_users: z.boolean(),
  /** Whether you may invite people to the organization. */
  can_invite_others_to_realm: z.boolean(),
}
