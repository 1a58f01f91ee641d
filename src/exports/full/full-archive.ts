import { archiveFormat, chapterNames, type Manifest, type RealmRecord } from '../../archive/records'
import type { RealmRow } from '../../realm/queries'
import { rivulet_version } from '../../realm/version'
import { pictureKey } from '../../uploads/pictures'
import { realmUserSettingsDefaults } from '../../settings/queries'
import { storedSettings } from '../../settings/table'
import { storedRealmSettings } from '../../accounts/settings'
import type { ExportSource } from '../chapter'
import { stored, type ArchiveForm, type PartSoFar } from '../archive-form'
import type { Counts, FullProgress } from '../progress'
import { exportTypes } from '../export-types'
import { bots } from './bots'
import { conversations, invitations } from './conversations'
import { files } from './files'
import { marks } from './marks'
import { messages } from './messages'
import { mutedTopics } from './muted-topics'
import { domains, emoji, linkifiers, playgrounds, profileFields, userGroups } from './organization'
import { mutedUsers, users } from './people'
import { fullReadme } from './readme'
import { absentStreams, consentedScope } from './scope'
import { fileIn, streamsIn, type FullChapter, type FullSource } from './source'
import { defaultStreamGroups, streams } from './streams'
import { subscriptions } from './subscriptions'
import { drafts, scheduledMessages } from './unsent'

const chapters: readonly FullChapter[] = [
  profileFields,
  users,
  mutedUsers,
  emoji,
  userGroups,
  linkifiers,
  playgrounds,
  domains,
  streams,
  bots,
  defaultStreamGroups,
  subscriptions,
  mutedTopics,
  conversations,
  invitations,
  files,
  drafts,
  scheduledMessages,
  marks,
  messages,
]

interface About {
  readonly realm: RealmRow
  readonly origin: string
  readonly now: number
}

/** An archive of format 2 (docs/archive.md), and the progress with what it may have. */
export async function fullArchive(
  given: ExportSource,
  { realm, origin, now }: About,
  before: FullProgress,
): Promise<{ form: ArchiveForm<FullSource>; full: FullProgress }> {
  const { export_type, last } = before
  const scope =
    before.scope ?? (export_type === exportTypes.everything ? null : await consentedScope(given.sql, given.realm_id))
  const source: FullSource = { ...given, last, scope, origin }
  const form: ArchiveForm<FullSource> = {
    source,
    chapters,
    async begin(part) {
      await part.entries.text('README.txt', fullReadme(export_type))
      await part.entries.text('realm.json', json(await realmRecord(part, source, realm)))
    },
    manifest: (counts) =>
      json({
        format: archiveFormat,
        made_by: `Rivulet ${rivulet_version}`,
        origin,
        completed: now,
        private_data: scope === null ? 'all' : 'consented',
        counts: recordsOf(counts),
        last_ids: last,
      } satisfies Manifest),
  }
  return { form, full: { ...before, scope } }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const recordsOf = (counts: Counts): Manifest['counts'] =>
  Object.fromEntries(chapterNames.map((name) => [name, counts[name]?.records ?? 0]))

/** Settings that hold a stream. */
const noticeStreams = ['notifications_stream_id', 'signup_notifications_stream_id'] as const

const picture = (kind: string, path: string | null) =>
  fileIn('organization', kind, path === null ? null : pictureKey(path))

async function realmRecord(part: PartSoFar, source: FullSource, realm: RealmRow): Promise<RealmRecord> {
  const { sql, realm_id, scope, settings } = source
  const { name, description, date_created } = realm
  const { icon, logo, night_logo } = await stored(part, {
    icon: picture('icon', realm.icon_path),
    logo: picture('logo', realm.logo_path),
    night_logo: picture('night-logo', realm.night_logo_path),
  })
  const streamIds = noticeStreams.map((setting) => [
    setting,
    settings[setting] === -1 ? -1 : (streamsIn(source, absentStreams(scope), [settings[setting]])[0] ?? -1),
  ])
  const own = {
    ...settings,
    ...Object.fromEntries(streamIds),
    // Where it is on, everybody was told so. That is for each server to do.
    owner_full_content_access: false,
  }
  return {
    name,
    description,
    date_created,
    settings: JSON.parse(storedRealmSettings(own)) as Record<string, unknown>,
    user_settings_defaults: JSON.parse(storedSettings(await realmUserSettingsDefaults(sql, realm_id))) as Record<
      string,
      unknown
    >,
    icon: icon ?? null,
    logo: logo ?? null,
    night_logo: night_logo ?? null,
  }
}
