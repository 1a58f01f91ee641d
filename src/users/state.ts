import type { StateOf } from '../events/part'
import { valuesOfRealm } from '../profile-fields/queries'
import { profileDataByUser } from '../profile-fields/schema'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { seesHiddenAddresses } from './email-visibility'
import { avatarSource, avatarUrl, mediumAvatarUrl } from './avatars'
import { allUsersOfRealm } from './all-users'
import type { UserRow } from './queries'
import { isAdministrator, isGuest, isOwner, roles } from '../accounts/roles'
import { user, type User } from './schema'

type ListedUser = Omit<User, 'is_active'> & { is_active?: boolean | undefined }

/** All users, the actor's own fields, and the actor's permissions (register, People). */
export const usersState: StateOf = async ({ sql, actor, input, now }) => {
  const [rows, values] = await Promise.all([allUsersOfRealm(sql, actor.realm_id), valuesOfRealm(sql, actor.realm_id)])
  const profiles = profileDataByUser(values)
  const options = {
    client_gravatar: input.client_gravatar,
    include_custom_profile_fields: true,
    tell_addresses: seesHiddenAddresses(actor),
  }
  const userOfRow = (row: UserRow) => user(row, options, profiles.get(row.id))
  // The list says whether they are active.
  const usersOfList = (some: UserRow[]) =>
    some.map((row) => {
      // The field is overwritten, because copies of ten thousand objects take a few milliseconds.
      const entry: ListedUser = userOfRow(row)
      entry.is_active = undefined
      return entry
    })
  const people = rows.filter(({ is_system_bot }) => !is_system_bot)
  const own = rows.find(({ id }) => id === actor.id)!
  return {
    realm_users: usersOfList(people.filter(({ is_active }) => is_active)),
    realm_non_active_users: usersOfList(people.filter(({ is_active }) => !is_active)),
    cross_realm_bots: rows.filter(({ is_system_bot }) => is_system_bot).map(userOfRow),
    user_id: own.id,
    email: own.email,
    delivery_email: own.delivery_email,
    full_name: own.full_name,
    avatar_source: avatarSource(own),
    avatar_url: avatarUrl(own),
    avatar_url_medium: mediumAvatarUrl(own),
    is_admin: isAdministrator(own),
    is_owner: isOwner(own),
    is_moderator: own.role === roles.moderator,
    is_guest: isGuest(own),
    is_billing_admin: false,
    ...permissions({ ...actor, role: own.role }, now),
  }
}

/** The permissions that the realm's policies give to an account. */
function permissions(actor: Parameters<typeof policyAdmits>[1], now: number) {
  const policies = settingsOf(actor)
  const isAllowed = (policy: number): boolean => policyAdmits(policy, actor, now)
  const kinds = {
    can_create_private_streams: isAllowed(policies.create_private_stream_policy),
    can_create_public_streams: isAllowed(policies.create_public_stream_policy),
    can_create_web_public_streams:
      policies.enable_spectator_access && isAllowed(policies.create_web_public_stream_policy),
  }
  return {
    can_create_streams: Object.values(kinds).includes(true),
    ...kinds,
    can_subscribe_other_users: isAllowed(policies.invite_to_stream_policy),
    can_invite_others_to_realm: actor.bot_type === null && isAllowed(policies.invite_to_realm_policy),
  }
}
