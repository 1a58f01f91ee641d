import type { State, User } from '../api'
import { roles, type Role } from './codes'
import { admits, isAdministrator, isBot, isGuest, isModerator, isOwner, roleOf, type PolicyStore } from './self'

/** Whether this person is the only owner of the organization, and so cannot lose the role (behaviour, Roles). */
export function isOnlyOwner({ user_id }: User, { state }: PolicyStore): boolean {
  const owners = state.realm_users.value.filter(({ role, is_bot }) => role === roles.owner && !is_bot)
  return owners.length === 1 && owners[0]!.user_id === user_id
}

/** Whether the account administers the account of another person. Only owners administer owners (behaviour, Roles). */
export const mayAdministerUser = ({ role }: Pick<User, 'role'>, store: PolicyStore): boolean =>
  isAdministrator(store) && (role !== roles.owner || isOwner(store))

/** Whether the account may erase another account: as an owner, unless it is the only one (behaviour, Erased accounts). */
export const mayErase = (user: User, store: PolicyStore): boolean => isOwner(store) && !isOnlyOwner(user, store)

/**
 * Roles that the account may give a user, including the user's current role. The list is empty if the role cannot be changed.
 * A guest must become a member before becoming an administrator (behaviour, Roles).
 */
export function assignableRoles(user: User, store: PolicyStore): readonly Role[] {
  if (!mayAdministerUser(user, store) || isOnlyOwner(user, store)) return []
  const isForGuest = user.role === roles.guest
  return Object.values(roles).filter(
    (role) => (role !== roles.owner || isOwner(store)) && !(isForGuest && role <= roles.administrator),
  )
}

/** Roles to which the account may invite: owners to all, administrators to all but owners (endpoints, Invitations). */
export function invitableRoles(store: PolicyStore): readonly Role[] {
  const { owner, administrator, moderator, member, guest } = roles
  if (!isAdministrator(store)) return [member, guest]
  return isOwner(store) ? [member, guest, moderator, administrator, owner] : [member, guest, moderator, administrator]
}

/** Whether the account may invite people by their addresses (endpoints, Invitations). */
export const mayInvite = (store: PolicyStore): boolean =>
  !isBot(store) && admits(store.state.realm_invite_to_realm_policy.value, store)

/** Whether the account may make links that let many people in (endpoints, Invitations). */
export const mayInviteByLink = (store: PolicyStore): boolean => isAdministrator(store) && !isBot(store)

/** For each property of a user: the setting that lets only administrators change it (behaviour, Other settings). */
const disablingSettings = {
  name: 'realm_name_changes_disabled',
  email: 'realm_email_changes_disabled',
  avatar: 'realm_avatar_changes_disabled',
} as const

/** Whether the account may change its own name, address or picture. */
export const mayChangeOwn = (property: keyof typeof disablingSettings, store: PolicyStore): boolean =>
  !store.state[disablingSettings[property]].value || isAdministrator(store)

/** Settings of the organization that only owners change (behaviour, Realm settings). */
const ownerSettings: ReadonlySet<string> = new Set([
  'authentication_methods',
  'invite_to_realm_policy',
  'message_retention_days',
  'owner_full_content_access',
  'backup_frequency',
  'backups_to_keep',
  'old_texts_after_days',
  'return_old_texts',
])

/** Whether the account may change a setting of the organization, named as in `PATCH /realm`. */
export const mayChangeSetting = (name: string, store: PolicyStore): boolean =>
  ownerSettings.has(name) ? isOwner(store) : isAdministrator(store)

/** Codes of `bot_type` for bots that people make (endpoints, Bots). */
export const botTypes = { generic: 1, incoming: 2, outgoing: 3 } as const

export type BotType = (typeof botTypes)[keyof typeof botTypes]

/** Codes of `bot_creation_policy` that keep members from something (behaviour, Policies). */
const botPolicies = { genericByAdministrators: 2, administrators: 3 }

/** Types of bots that the account may make. Guests and bots have no bots (endpoints, Bots). */
export function creatableBotTypes(store: PolicyStore): readonly BotType[] {
  const { generic, incoming, outgoing } = botTypes
  if (isGuest(store) || isBot(store)) return []
  const policy = store.state.realm_bot_creation_policy.value
  if (isAdministrator(store)) return [generic, incoming, outgoing]
  if (policy === botPolicies.administrators) return []
  return policy === botPolicies.genericByAdministrators ? [incoming, outgoing] : [generic, incoming, outgoing]
}

type Bot = Pick<State['realm_bots'][number], 'user_id' | 'owner_id'>

/** Whether the account can see a bot's settings: its owner and administrators can. */
export const maySeeBot = ({ owner_id }: Bot, store: PolicyStore): boolean =>
  isAdministrator(store) || owner_id === store.users.selfId

/** Whether the account administers a bot: its own, or any as an administrator. A bot that is an owner is for owners (endpoints, Bots). */
export const mayAdministerBot = ({ owner_id, user_id }: Bot, store: PolicyStore): boolean =>
  owner_id === store.users.selfId || mayAdministerUser(store.users.get(user_id) ?? { role: roles.guest }, store)

type Group = Pick<State['realm_user_groups'][number], 'members' | 'is_system_group'>

/** Whether the account may make groups of users (endpoints, User groups). */
export const mayMakeGroups = (store: PolicyStore): boolean =>
  !isBot(store) && admits(store.state.realm_user_group_edit_policy.value, store)

/** Whether the account may change a group: as a moderator or above, or as a member of it (endpoints, User groups). */
export const mayChangeGroup = ({ members, is_system_group }: Group, store: PolicyStore): boolean =>
  !is_system_group && mayMakeGroups(store) && (isModerator(store) || members.includes(store.users.selfId))

/** Whether the account may add custom emoji (endpoints, Custom emoji). */
export const mayAddEmoji = (store: PolicyStore): boolean =>
  roleOf(store) < roles.guest && !isBot(store) && admits(store.state.realm_add_custom_emoji_policy.value, store)

/** Whether a custom emoji may have the name of a built-in one (endpoints, Custom emoji). */
export const mayReplaceEmoji = isAdministrator

/** Whether the account may delete a custom emoji: administrators, and its author if they may still add emoji (endpoints, Custom emoji). */
export const mayDeleteEmoji = ({ author_id }: { readonly author_id?: number | null }, store: PolicyStore): boolean =>
  isAdministrator(store) || (author_id === store.users.selfId && mayAddEmoji(store))
