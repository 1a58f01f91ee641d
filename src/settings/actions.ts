import { deleteDrafts } from '../drafts/writes'
import { invalidation, invalidationOfAll } from '../core/turn/query-cache'
import { replacePassword, type NewPassword } from '../auth/new-password'
import { tell, joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { requestEmailChange } from '../email-changes/actions'
import { deletePasswordResets } from '../password-resets/writes'
import { streamFollowers } from '../notifications/queries'
import { hidePresence } from '../presence/hiding'
import { settingsOf } from '../accounts/settings'
import { userInvalidations } from '../users/invalidation'
import { everyone } from '../users/audience'
import { userChanged } from '../users/events'
import { fullName } from '../users/names'
import { userById } from '../users/queries'
import { assertAdministrator, isAdministrator } from '../accounts/roles'
import { assertOwnSettings } from './access'
import { settingsChanged, timezoneChanged } from './events'
import { realmUserSettingsDefaults, userSettings } from './queries'
import { storedSettings, type UserSettings } from './table'

/** Parameters of a request; undefined if they were not sent. */
type SentParams<T> = { [N in keyof T]?: T[N] | undefined }

type SettingsInput = SentParams<UserSettings> &
  SentParams<{ full_name: string; timezone: string; email: string; password: NewPassword }>

/** Changes the actor's own settings, all that were sent or none (endpoints, PATCH /settings). */
export async function changeSettings(turn: Turn, input: SettingsInput): Promise<Change> {
  const { full_name, timezone, email, password, ...settings } = input
  assertOwnSettings(turn.actor)
  const step = joinSteps(
    await changeProfile(turn, { full_name, timezone }),
    await changeValues(turn, settings),
    password === undefined ? null : await changePassword(turn, password),
    // Last, because a request that is refused before must not count as a request for a new address.
    email === undefined ? null : await requestEmailChange(turn, email),
  )
  return { ...step, result: {} }
}

/** Replaces the actor's password, and deletes links that would set another one. */
async function changePassword(turn: Turn, password: NewPassword): Promise<Step> {
  return joinSteps(await replacePassword(turn, password), { writes: [deletePasswordResets([turn.actor.id])] })
}

/** Changes the actor's name and time zone. Skips a blank name, and any name if the organization fixes names. */
async function changeProfile(
  turn: Turn,
  { full_name, timezone }: Pick<SettingsInput, 'full_name' | 'timezone'>,
): Promise<Step | null> {
  const { actor, cached, realm_id } = turn
  const before = (await cached(userById, realm_id, actor.id))!
  const isFixed = settingsOf(actor).name_changes_disabled && !isAdministrator(actor)
  const name = full_name === undefined || full_name.trim() === '' || isFixed ? before.full_name : fullName(full_name)
  const zone = timezone ?? before.timezone
  if (name === before.full_name && zone === before.timezone) return null
  const user_id = actor.id
  return {
    writes: [
      fragment`
        update user set full_name = ${name}, name_key = ${foldCase(name)}, timezone = ${zone}
        where id = ${user_id}`,
    ],
    events: [
      ...(name === before.full_name ? [] : [await userChanged(turn, { user_id, full_name: name })]),
      ...(zone === before.timezone
        ? []
        : [...timezoneChanged(actor, zone), await userChanged(turn, { user_id, timezone: zone, email: actor.email })]),
    ],
    invalidates: userInvalidations(realm_id, user_id),
  }
}

/**
 * Changes settings of the table; null if none changes. Switching off the synchronization of drafts deletes them without an event
 * (endpoints, PATCH /settings).
 */
export async function changeValues(turn: Turn, sent: SentParams<UserSettings>): Promise<Step | null> {
  const { actor, cached } = turn
  const change = changeOf(await cached(userSettings, actor.id), sent)
  if (change === null) return null
  const { changed, stored } = change
  const writes: Fragment[] = [fragment`update user set settings = ${stored} where id = ${actor.id}`]
  if (changed.enable_drafts_synchronization === false) writes.push(deleteDrafts(actor.id))
  if (changed.presence_enabled === false) await hidePresence(turn)
  const isAboutStreams = 'enable_stream_push_notifications' in changed || 'enable_stream_email_notifications' in changed
  const invalidates = [
    invalidation(userSettings, actor.id),
    ...(isAboutStreams ? [invalidationOfAll(streamFollowers)] : []),
  ]
  return { writes, events: settingsChanged(actor, changed), invalidates }
}

/** Changes the settings that new users of the organization start with (endpoints, PATCH /settings). */
export async function changeRealmDefaults(turn: Turn, sent: SentParams<UserSettings>): Promise<Change> {
  const { actor, cached, realm_id } = turn
  assertAdministrator(actor)
  const change = changeOf(await cached(realmUserSettingsDefaults, realm_id), sent)
  if (change === null) return { writes: [], result: {} }
  const audience = await everyone(turn)
  return {
    writes: [fragment`update realm set user_settings_defaults = ${change.stored} where id = ${realm_id}`],
    events: Object.entries(change.changed).map(([property, value]) =>
      tell(audience, { type: 'realm_user_settings_defaults', op: 'update', property, value }),
    ),
    result: {},
    invalidates: [invalidation(realmUserSettingsDefaults, realm_id)],
  }
}

/** The settings that really change, and all settings after the change as they are stored; null if none changes. */
function changeOf(
  before: UserSettings,
  sent: SentParams<UserSettings>,
): { changed: Partial<UserSettings>; stored: string } | null {
  const changed = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof UserSettings],
  )
  if (changed.length === 0) return null
  const values = Object.fromEntries(changed) as Partial<UserSettings>
  return { changed: values, stored: storedSettings({ ...before, ...values }) }
}
