import { changedMethods } from '../auth/methods'
import { noteAddress } from '../backups/writes'
import { tell, joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { scheduleDigestMails } from '../digest-mails/schedule'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { announceToEverybody, dataExportsTopic } from '../messages/announcements'
import { silentMention } from '../messages/notices'
import { accessStream } from '../streams/access'
import { bucketOf } from '../uploads/storage'
import { everyone } from '../users/audience'
import { assertAdministrator, assertOwner } from '../accounts/roles'
import { changedSettings, storeSettings } from './store-settings'
import { realmInvalidations } from './invalidation'
import { organizationName } from './names'
import { returnStep } from '../old-texts/return'
import { realmById } from './queries'
import { settingsOf, type RealmSettings } from '../accounts/settings'

type Optional<T> = { [N in keyof T]?: T[N] | undefined }

type Titles = Optional<{ name: string; description: string }>

type RealmInput = Optional<RealmSettings> & Titles & { string_id?: string | undefined }

/** A changed value in the response: `updated` for texts, otherwise the new value. */
type ChangedValue = 'updated' | Exclude<RealmSettings[keyof RealmSettings], string>

/** Fields that only owners may change (behaviour, Realm settings). */
const ownersOnly = [
  'string_id',
  'invite_to_realm_policy',
  'message_retention_days',
  'authentication_methods',
  'owner_full_content_access',
  'backup_frequency',
  'backups_to_keep',
  'old_texts_after_days',
  'return_old_texts',
] as const

/**
 * Changes name, description and settings of the organization, all that are given or nothing (behaviour, Realm settings). Returns
 * only what has changed.
 */
export async function changeRealm(turn: Turn, input: RealmInput): Promise<Change<Record<string, ChangedValue>>> {
  const { actor } = turn
  assertAdministrator(actor)
  if (ownersOnly.some((name) => input[name] !== undefined)) assertOwner(actor)
  const { name, description, string_id, ...given } = input
  // Links contain this name. In the API only demo organizations can be renamed, and this organization is none.
  if (string_id !== undefined) throw refused('Must be a demo organization.')
  const settings = await checkedSettings(turn, given)
  const titles = await changeTitles(turn, { name, description })
  const changed = { ...titles.changed, ...changedSettings(turn, settings) }
  const digestsAt = scheduleDigestMails(turn, { ...settingsOf(actor), ...settings })
  return {
    ...joinSteps(
      titles.step,
      await storeSettings(turn, settings),
      await accessNotice(turn, settings),
      backupsBegin(turn, settings),
      textsReturn(turn, settings),
    ),
    ...(digestsAt !== null && { wakesAt: digestsAt }),
    result: Object.fromEntries(
      Object.entries(changed).map(([key, value]) => [key, typeof value === 'string' ? 'updated' : value]),
    ),
  }
}

/** Checks the given settings that depend on the organization: streams and login methods. */
async function checkedSettings(turn: Turn, given: Optional<RealmSettings>): Promise<Partial<RealmSettings>> {
  const settings = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<RealmSettings>
  for (const name of ['notifications_stream_id', 'signup_notifications_stream_id'] as const) {
    const stream_id = given[name]
    if (stream_id === undefined) continue
    settings[name] = stream_id < 0 ? -1 : (await accessStream(turn, { stream_id })).stream.id
  }
  if (given.authentication_methods !== undefined)
    settings.authentication_methods = changedMethods(turn.actor, given.authentication_methods, turn.env)
  return { ...settings, ...oldTextSettings(turn, given) }
}

/** Texts move or come back, and not both: turning one on turns the other off. */
function oldTextSettings({ env }: Turn, given: Optional<RealmSettings>): Partial<RealmSettings> {
  const moves = given.old_texts_after_days != null
  const returns = given.return_old_texts === true
  if (moves && returns) throw refused('Texts of old messages cannot move and come back at the same time.')
  if ((moves || returns) && env.OLD_TEXTS === undefined)
    throw refused('This server has no storage for texts of old messages (OLD_TEXTS).')
  if (moves) return { return_old_texts: false }
  return returns ? { old_texts_after_days: null } : {}
}

/** Announces that owners can export everything from now on; null if that does not change. */
async function accessNotice(turn: Turn, given: Partial<RealmSettings>): Promise<Step | null> {
  const before = settingsOf(turn.actor)
  if (given.owner_full_content_access !== true || before.owner_full_content_access) return null
  return announceToEverybody(turn, {
    stream_id: given.notifications_stream_id ?? before.notifications_stream_id,
    topic: dataExportsTopic,
    content:
      `${silentMention(turn.actor)} allowed owners to export **everything**, with all private messages and private ` +
      'streams. Every such export is announced here. Owners can also download backups, which have the same.',
  })
}

/** Begins to bring texts back at once, if that is turned on: the daily work goes on with it. */
function textsReturn(turn: Turn, given: Partial<RealmSettings>): Step | null {
  const isNew = given.return_old_texts === true && !settingsOf(turn.actor).return_old_texts
  return isNew ? { writes: [], jobs: [returnStep] } : null
}

/** Refuses backups without a bucket for them, and notes where the organization is; null if none are asked for. */
function backupsBegin({ env, realm_id, facts }: Turn, given: Partial<RealmSettings>): Step | null {
  if (given.backup_frequency === undefined || given.backup_frequency === 'never') return null
  bucketOf(env)
  return { writes: [noteAddress(realm_id, facts.origin)] }
}

const longestRealmDescription = 1000

/** Changes name and description, which have their own columns. */
async function changeTitles(
  turn: Turn,
  given: Titles,
): Promise<{ changed: Partial<Record<keyof Titles, string>>; step: Step | null }> {
  const { cached, realm_id } = turn
  const before = (await cached(realmById, realm_id))!
  const name = given.name === undefined ? before.name : organizationName(given.name)
  const description = given.description ?? before.description
  if (Array.from(description).length > longestRealmDescription)
    throw refused(`Organization description is too long (limit: ${longestRealmDescription} characters)`)
  const changed = {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
  }
  if (Object.keys(changed).length === 0) return { changed, step: null }
  const to = await everyone(turn)
  return {
    changed,
    step: {
      writes: [fragment`update realm set name = ${name}, description = ${description} where id = ${realm_id}`],
      events: Object.entries(changed).map(([property, value]) =>
        tell(to, { type: 'realm', op: 'update', property: property as keyof typeof changed, value }),
      ),
      invalidates: realmInvalidations(realm_id),
    },
  }
}
