import { manifestRecord, realmRecord } from '../archive/records'
import { assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { settingsOf, storedRealmSettings } from '../accounts/settings'
import { refused } from '../core/base/errors'
import { clipText } from '../core/base/unicode'
import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { joinSteps, type Change, type Turn } from '../core/turn/change'
import { everything } from '../core/turn/query-cache'
import { settingsTable, storedSettings, type UserSettings } from '../settings/table'
import { attachmentColumns, type AttachmentRow } from '../uploads/queries'
import { removeFiles } from '../uploads/removal'
import { shownAddress } from '../users/email-visibility'
import { usersOfRealm } from '../users/all-users'
import { assertUnpaced, importShare } from './daily-rows'
import { removeFounding } from './founding-removal'
import { importsOf, isOpen, type Plan } from './queries'
import { organizationSettings, personalSettings, streamSettings } from './stored-settings'
import { tidyLine } from './tidy-names'
import { insertImport } from './writes'

/** Ids of an archive are so low that half of the organization's block remains for later ones. */
const maxLastId = 2 ** 31

/** Longest description of an organization. */
const maxDescription = 1000

/** The end of all queues: clients register again, and see what was imported. */
export const registerAgain = { users: 'all', refusal: null } as const

interface PlanInput {
  manifest: unknown
  realm: unknown
  keep_roles: boolean
  pace: boolean
}

/**
 * Begins an import into a new organization. Removes what founding made, and moves the counters above the ids of the archive, so that
 * the team can work while history comes in below. With the plan of an import that is under way, answers that one (endpoints, Imports).
 */
export async function planImport(
  turn: Turn,
  input: PlanInput,
): Promise<Change<{ import_id: number; dropped_settings: string[] }>> {
  const { actor, sql, realm_id, now } = turn
  assertOwner(actor)
  assertHuman(actor)
  if (!input.pace) assertUnpaced(turn)
  const plan = planIn(input)
  const { settings, defaults, dropped_settings } = settingsIn(plan)
  const imports = await importsOf(sql, realm_id)
  const open = imports.find(isOpen)
  if (open !== undefined) {
    if (JSON.stringify(open.plan) !== JSON.stringify(plan)) throw refused('Another import is under way')
    return { writes: [], result: { import_id: open.id, dropped_settings } }
  }
  if (imports.some(({ finished_at }) => finished_at !== null)) throw refused('An archive was imported already')
  await assertNew(turn)
  const files = await sql`
    select ${attachmentColumns} from attachment where ${inRealm(fragment`attachment.id`, realm_id)} limit 501
  `.all<AttachmentRow>()
  if (files.length > 500) throw refused('The organization has too many files already')
  for (const [counter, last] of Object.entries(plan.manifest.last_ids))
    turn.skip(counter, beforeFirstId(realm_id) + last)
  const id = turn.next('realm_import')
  const stored = storedRealmSettings(settings ?? { ...settingsOf(actor), ...withoutStreams })
  return {
    ...joinSteps(await removeFiles(turn, files), {
      writes: [
        ...removeFounding(realm_id),
        updateRealm(realm_id, plan, { stored, defaults }),
        fragment`
          update user set email = ${shownAddress({ realm_settings: stored }, { id: actor.id, email: actor.delivery_email, origin: turn.facts.origin })}
          where id = ${actor.id}`,
        insertImport({ id, realm_id, owner_id: actor.id, plan, aliases: {}, started_at: now }),
      ],
      invalidates: [everything],
    }),
    shares: [importShare(realm_id)],
    endsQueues: registerAgain,
    result: { import_id: id, dropped_settings },
  }
}

function planIn({ manifest, realm, keep_roles }: PlanInput): Plan {
  const read = manifestRecord.safeParse(manifest)
  if (!read.success) throw notIn('manifest', read.error.issues[0]!)
  for (const [counter, last] of Object.entries(read.data.last_ids))
    if (last > maxLastId) throw refused(`manifest.last_ids.${counter}: The id is too high (limit: ${maxLastId})`)
  const organization = realmRecord.nullable().safeParse(realm)
  if (!organization.success) throw notIn('realm', organization.error.issues[0]!)
  return { manifest: read.data, realm: organization.data, keep_roles }
}

const notIn = (name: string, { path, message }: { path: PropertyKey[]; message: string }) =>
  refused(`${clipText([name, ...path].join('.'))}: ${clipText(message, 300)}`)

const withoutStreams = Object.fromEntries(streamSettings.map((name) => [name, -1])) as Record<
  (typeof streamSettings)[number],
  number
>

/** Settings of the archive, without those that name streams, which are set when the streams come. Null: the archive has none. */
function settingsIn({ realm }: Plan) {
  if (realm === null) return { settings: null, defaults: null, dropped_settings: [] }
  const ofRealm = organizationSettings(realm.settings)
  const ofUsers = personalSettings(realm.user_settings_defaults)
  const defaults = Object.fromEntries(
    Object.entries(ofUsers.known).filter(([name]) => settingsTable[name as keyof UserSettings].hasRealmDefault),
  ) as Partial<UserSettings>
  return {
    settings: { ...settingsOf({ realm_settings: '{}' }), ...ofRealm.known, ...withoutStreams },
    defaults,
    dropped_settings: [...ofRealm.dropped, ...ofUsers.dropped].map((name) => clipText(name)).slice(0, 200),
  }
}

/** Refuses an organization that people use already. */
async function assertNew({ sql, realm_id, actor }: Turn): Promise<void> {
  const [users, message] = await Promise.all([
    usersOfRealm(sql, realm_id),
    sql`
      select 1 as one from message join user on user.id = sender_id
      where ${inRealm(fragment`message.id`, realm_id)} and not is_system_bot
      limit 1
    `.first(),
  ])
  if (users.some(({ id }) => id !== actor.id) || message !== null)
    throw refused('Only a new organization can import an archive: this one has other accounts, or messages of people')
}

function updateRealm(
  realm_id: number,
  { realm, manifest }: Plan,
  { stored, defaults }: { stored: string; defaults: Partial<UserSettings> | null },
): Fragment {
  const name = realm === null ? '' : tidyLine(realm.name, 40)
  const description = realm === null ? null : realm.description.slice(0, maxDescription)
  return fragment`
    update realm
    set settings = ${stored}, name = coalesce(${name === '' ? null : name}, name),
      description = coalesce(${description}, description),
      date_created = min(date_created, ${realm?.date_created ?? Number.MAX_SAFE_INTEGER}),
      user_settings_defaults = coalesce(${defaults === null ? null : storedSettings(defaults)}, user_settings_defaults),
      traffic_counted_to = ${beforeFirstId(realm_id) + manifest.last_ids.message}
    where id = ${realm_id}`
}
