import { replacePassword } from '../auth/new-password'
import { about, type Altered, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment, type Fragment } from '../core/sql'
import { foldCase } from '../core/unicode'
import { deleteDrafts } from '../drafts/queries'
import { requestEmailChange } from '../email-changes/actions'
import { settingsOf } from '../realm/settings'
import { aboutUser } from '../users/about'
import { fullName } from '../users/names'
import { userById } from '../users/queries'
import { assertAdministrator, isAdministrator } from '../users/roles'
import { realmUserSettingsDefaults, userSettings } from './queries'
import { storedSettings, type UserSettings } from './table'

/** Values that are given; undefined for those that are not. */
type Given<T> = { [N in keyof T]?: T[N] | undefined }

type SettingsInput = Given<UserSettings> &
  Given<{ full_name: string; timezone: string; email: string; old_password: string; new_password: string }>

/** Changes the actor's own settings; all that are given, or none (specification, PATCH /settings). */
export async function changeSettings(turn: Turn, input: SettingsInput): Promise<Change> {
  const { full_name, timezone, email, old_password = '', new_password, ...settings } = input
  if (turn.actor.bot_type !== null) throw refused('Bots have no settings of their own.')
  const parts = [
    await changeProfile(turn, { full_name, timezone }),
    await changeValues(turn, settings),
    ...(new_password === undefined ? [] : [await replacePassword(turn, { old_password, new_password })]),
    // Last, because what is refused now must not count as a request.
    ...(email === undefined ? [] : [await requestEmailChange(turn, email)]),
  ]
  const alters: Altered[] = parts.flatMap((part) => part.alters ?? [])
  return {
    writes: parts.flatMap(({ writes }) => writes),
    result: {},
    ...(alters.length > 0 && { alters }),
  }
}

const unchanged: Change = { writes: [], result: {} }

/** What others see of the actor. A blank name, or one that the organization does not let people change, is passed over. */
async function changeProfile(
  { actor, known, realm_id }: Turn,
  { full_name, timezone }: Pick<SettingsInput, 'full_name' | 'timezone'>,
): Promise<Change> {
  const before = (await known(userById, realm_id, actor.id))!
  const isFixed = settingsOf(actor).name_changes_disabled && !isAdministrator(actor)
  const name = full_name === undefined || full_name.trim() === '' || isFixed ? before.full_name : fullName(full_name)
  const zone = timezone ?? before.timezone
  if (name === before.full_name && zone === before.timezone) return unchanged
  return {
    writes: [
      fragment`
        update user set full_name = ${name}, name_key = ${foldCase(name)}, timezone = ${zone}
        where id = ${actor.id}`,
    ],
    result: {},
    alters: aboutUser(realm_id, actor.id),
  }
}

/** Without synchronization, the server keeps no drafts (specification, States and transitions). */
async function changeValues({ actor, known }: Turn, given: Given<UserSettings>): Promise<Change> {
  const stored = changed(await known(userSettings, actor.id), given)
  if (stored === null) return unchanged
  const writes: Fragment[] = [fragment`update user set settings = ${stored} where id = ${actor.id}`]
  if (given.enable_drafts_synchronization === false) writes.push(deleteDrafts(actor.id))
  return { writes, result: {}, alters: [about(userSettings, actor.id)] }
}

/** Changes what new users of the organization start with (specification, PATCH /realm/user_settings_defaults). */
export async function changeRealmDefaults(
  { actor, known, realm_id }: Turn,
  given: Given<UserSettings>,
): Promise<Change> {
  assertAdministrator(actor)
  const stored = changed(await known(realmUserSettingsDefaults, realm_id), given)
  if (stored === null) return unchanged
  return {
    writes: [fragment`update realm set user_settings_defaults = ${stored} where id = ${realm_id}`],
    result: {},
    alters: [about(realmUserSettingsDefaults, realm_id)],
  }
}

/** The settings after the change, as they are kept; null when that is as before. */
function changed(before: UserSettings, given: Given<UserSettings>): string | null {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const stored = storedSettings({ ...before, ...values })
  return stored === storedSettings(before) ? null : stored
}
