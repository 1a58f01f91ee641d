import type { Of, User } from '../api'
import { withoutSelf } from './conversation'
import { copiesOf, setField } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { addToList, matches, changeList } from './list'

type Update = Extract<Of<'realm_user'>, { op: 'update' }>['person']

type NameOf<T> = T extends unknown ? keyof T : never
type ValueOf<T, N> = T extends { [M in N & string]: infer V } ? V : never

/** All fields that an update may have. Each update has only one group of them. */
type PersonChange = { user_id: number } & { [N in NameOf<Update>]?: ValueOf<Update, N> }

/** Removes a deactivated user from the subscribers of streams, and removes their status and presence. */
function forgetUser({ fields, presence, typing }: StoreInternals, user_id: number): void {
  for (const list of copiesOf(fields))
    changeList(
      list,
      ({ subscribers }) => subscribers?.includes(user_id) === true,
      (one) => ({ ...one, subscribers: one.subscribers!.filter((id) => id !== user_id) }),
    )
  fields.user_status.value = without(fields.user_status.value, user_id)
  presence.forget(user_id)
  typing.filter((one) => one.user_id !== user_id)
}

function without<V>(record: Record<string, V>, id: number): Record<string, V> {
  const { [id]: _, ...others } = record
  return others
}

function change(
  { fields, user_id }: StoreInternals,
  { custom_profile_field: field, new_email, ...rest }: PersonChange,
): void {
  const { role } = rest
  const changes = {
    ...rest,
    ...(new_email && { email: new_email }),
    ...(role && { is_owner: role === 100, is_admin: role <= 200, is_moderator: role === 300, is_guest: role === 600 }),
  }
  // The lists of users do not have these fields.
  const { delivery_email: _, avatar_url_medium: __, avatar_source: ___, is_moderator: ____, ...userChanges } = changes
  for (const list of [fields.realm_users, fields.realm_non_active_users])
    changeList(list, matches('user_id', rest.user_id), (user): User => ({
      ...user,
      ...userChanges,
      ...(field && { profile_data: profileWith(user, field) }),
    }))
  if (rest.user_id === user_id) for (const [name, value] of Object.entries(changes)) setField(fields, name, value)
}

/** The custom profile fields of a user, with one of them changed. */
function profileWith(
  { profile_data = {} }: User,
  { id, value, ...rest }: NonNullable<PersonChange['custom_profile_field']>,
): NonNullable<User['profile_data']> {
  const others = without(profile_data, id)
  return value === null ? others : { ...others, [id]: { value, ...rest } }
}

export const peopleEvents = {
  realm_user(internals, { op, person }) {
    const { realm_users, realm_non_active_users: others } = internals.fields
    const isSame = matches('user_id', person.user_id)
    const active = realm_users.value.find(isSame)
    if (op === 'update') change(internals, person)
    else if (op === 'add') {
      const { is_active: _, ...newUser } = person
      // If a user comes back, the event does not repeat their custom profile fields.
      const { profile_data } = active ?? others.value.find(isSame) ?? {}
      addToList(realm_users, { ...newUser, ...(profile_data && { profile_data }) }, isSame)
      changeList(others, isSame)
    } else if (active) {
      addToList(others, active, isSame)
      changeList(realm_users, isSame)
      forgetUser(internals, person.user_id)
    }
  },

  user_status({ fields: { user_status: statuses } }, event) {
    const { user_id, type: _, ...statusChange } = event
    const status = { ...statuses.value[user_id], ...statusChange }
    // An empty or false value means that the field was removed.
    const nonEmptyFields = Object.entries(status).filter(
      ([name, value]) => value && (status.emoji_name || name !== 'reaction_type'),
    )
    const others = without(statuses.value, user_id)
    statuses.value = nonEmptyFields.length ? { ...others, [user_id]: Object.fromEntries(nonEmptyFields) } : others
  },

  presence({ presence }, event) {
    presence.update(event)
  },

  typing({ typing, user_id: selfId }, event) {
    const { user_id } = event.sender
    if (user_id === selfId) return
    const isTopic = event.message_type === 'stream'
    const user_ids = isTopic ? [] : event.recipients.map((person) => person.user_id)
    typing[event.op](isTopic ? event : { user_ids: withoutSelf(user_ids, selfId) }, user_id)
  },
} satisfies Appliers
