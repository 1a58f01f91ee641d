import type { EventType, Of, User } from '../api'
import { setField } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { revise } from './list'

/** Types of events that have something whole, as it is now, under their own names. */
const whole = [
  'alert_words',
  'muted_topics',
  'muted_users',
  'realm_emoji',
  'realm_linkifiers',
  'realm_playgrounds',
  'default_streams',
  'default_stream_groups',
] as const satisfies EventType[]

function takeWhole({ fields, unread }: StoreInternals, event: { type: string } & Record<string, unknown>): void {
  const { type } = event
  for (const name of [type, `realm_${type}`]) setField(fields, name, event[type])
  // What is muted does not count.
  unread.follow()
}

function changeSetting(
  { fields }: StoreInternals,
  { type, property, value }: Of<'user_settings' | 'realm_user_settings_defaults'>,
): void {
  setField(fields, type, { ...fields[type]?.value, [property]: value })
  // Who stops synchronizing drafts deletes them.
  if (type === 'user_settings' && property === 'enable_drafts_synchronization' && !value) fields.drafts.value = []
}

export const realmEvents = {
  ...(Object.fromEntries(whole.map((type) => [type, takeWhole])) as Appliers),
  user_settings: changeSetting,
  realm_user_settings_defaults: changeSetting,

  realm({ fields, presence }, event) {
    if (event.op === 'deactivated') return
    const told: Record<string, unknown> = event.op === 'update' ? { [event.property]: event.value } : event.data
    for (const [name, value] of Object.entries(told)) setField(fields, `realm_${name}`, value)
    const methods = told['authentication_methods'] as Record<string, boolean> | undefined
    if (methods)
      for (const way of ['email', 'password']) setField(fields, `realm_${way}_auth_enabled`, methods['Email'] === true)
    if (told['presence_disabled']) {
      fields.presences.value = {}
      presence.restore([])
    }
  },

  custom_profile_fields({ fields }, { fields: now }) {
    setField(fields, 'custom_profile_fields', now)
    // What people said about a field goes with it.
    const isGone = (field: string) => now.every(({ id }) => id !== Number(field))
    for (const list of [fields.realm_users, fields.realm_non_active_users])
      revise(
        list,
        ({ profile_data = {} }) => Object.keys(profile_data).some(isGone),
        (user): User => {
          const kept = Object.entries(user.profile_data!).filter(([id]) => !isGone(id))
          return { ...user, profile_data: Object.fromEntries(kept) }
        },
      )
  },
} satisfies Appliers
