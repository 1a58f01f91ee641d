import type { EventType, Of, User } from '../api'
import { setField } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { changeList } from './list'

/** Types of events that have the whole new value of a field, under the name of the type. */
const wholeFields = [
  'alert_words',
  'muted_topics',
  'muted_users',
  'realm_emoji',
  'realm_linkifiers',
  'realm_playgrounds',
  'default_streams',
  'default_stream_groups',
] as const satisfies EventType[]

function replaceField({ fields, unread }: StoreInternals, event: { type: string } & Record<string, unknown>): void {
  const { type } = event
  for (const name of [type, `realm_${type}`]) setField(fields, name, event[type])
  // Muted topics do not count as unread.
  unread.updateMutes()
}

function changeSetting(
  { fields }: StoreInternals,
  { type, property, value }: Of<'user_settings' | 'realm_user_settings_defaults'>,
): void {
  setField(fields, type, { ...fields[type]?.value, [property]: value })
  // The server deletes all drafts when the account stops synchronizing them.
  if (type === 'user_settings' && property === 'enable_drafts_synchronization' && !value) fields.drafts.value = []
}

export const realmEvents = {
  ...(Object.fromEntries(wholeFields.map((type) => [type, replaceField])) as Appliers),
  user_settings: changeSetting,
  realm_user_settings_defaults: changeSetting,

  realm({ fields, presence }, event) {
    if (event.op === 'deactivated') return
    const changes: Record<string, unknown> = event.op === 'update' ? { [event.property]: event.value } : event.data
    for (const [name, value] of Object.entries(changes)) setField(fields, `realm_${name}`, value)
    if (event.property === 'jitsi_server_url')
      setField(fields, event.property, event.value ?? fields.server_jitsi_server_url.value)
    const methods = changes['authentication_methods'] as Record<string, boolean> | undefined
    if (methods)
      for (const way of ['email', 'password']) setField(fields, `realm_${way}_auth_enabled`, methods['Email'] === true)
    if (changes['presence_disabled']) {
      fields.presences.value = {}
      presence.restore([])
    }
  },

  custom_profile_fields({ fields }, { fields: newFields }) {
    setField(fields, 'custom_profile_fields', newFields)
    // If a field is deleted, its values in the profiles of users are deleted too.
    const isGone = (field: string) => newFields.every(({ id }) => id !== Number(field))
    for (const list of [fields.realm_users, fields.realm_non_active_users])
      changeList(
        list,
        ({ profile_data = {} }) => Object.keys(profile_data).some(isGone),
        (user): User => {
          const remainingFields = Object.entries(user.profile_data!).filter(([id]) => !isGone(id))
          return { ...user, profile_data: Object.fromEntries(remainingFields) }
        },
      )
  },
} satisfies Appliers
