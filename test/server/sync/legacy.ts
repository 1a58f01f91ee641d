/** What only old clients are told, or in another form: no part of the library. */
import type { State } from '../../../client/api'
import { appliers } from '../../../client/store/apply'
import { setField } from '../../../client/store/fields'
import type { Appliers, Applier } from '../../../client/store/internals'

const update_display_settings: Applier<'update_display_settings'> = ({ fields }, { setting_name, setting }) =>
  setField(fields, setting_name, setting)

const update_global_notifications: Applier<'update_global_notifications'> = ({ fields }, event) =>
  setField(fields, event.notification_name, event.setting)

const realm_filters: Applier<'realm_filters'> = ({ fields }, event) =>
  setField(fields, 'realm_filters', event.realm_filters)

const delete_message: Applier<'delete_message'> = (known, event) =>
  appliers.delete_message?.(known, 'message_ids' in event ? event : { ...event, message_ids: [event.message_id] })

type Reports = Record<string, { client: string; status: 'active' | 'idle'; timestamp: number }>

/** Presence by address has the last report of each client, and the newest of all under a name of its own. */
const presence: Applier<'presence'> = (known, event) => {
  if (event.email === undefined) return appliers.presence?.(known, event)
  const all = known.fields.presences.value as Record<string, Reports>
  const { aggregated: _, ...reports } = { ...all[event.email], ...event.presence }
  const order = ({ status, timestamp }: Reports[string]) => timestamp + (status === 'active' ? 0.5 : 0)
  const { client, status, timestamp } = Object.values(reports).toSorted((left, right) => order(right) - order(left))[0]!
  const now = { ...reports, aggregated: { client, status, timestamp } }
  known.fields.presences.value = { ...all, [event.email]: now } as State['presences']
}

const realm_user: Applier<'realm_user'> = (known, event) => {
  const { realm_users, presences } = known.fields
  const before = realm_users.value.find(({ user_id }) => user_id === event.person.user_id)?.email
  const { [String(before)]: seen, ...others } = presences.value as Record<string, Reports>
  if (seen !== undefined && event.op === 'remove') presences.value = others
  if (seen !== undefined && 'new_email' in event.person) presences.value = { ...others, [event.person.new_email]: seen }
  appliers.realm_user?.(known, event)
}

export const legacyAppliers: Appliers = {
  update_display_settings,
  update_global_notifications,
  realm_filters,
  delete_message,
  presence,
  realm_user,
}
