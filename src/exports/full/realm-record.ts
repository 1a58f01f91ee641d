import type { RealmRecord } from '../../archive/records'
import { storedRealmSettings } from '../../accounts/settings'
import type { RealmRow } from '../../realm/queries'
import { realmUserSettingsDefaults } from '../../settings/queries'
import { storedSettings } from '../../settings/table'
import { pictureKey } from '../../uploads/pictures'
import type { FilePlace } from '../chapter'
import { absentStreams } from './scope'
import { fileIn, streamsIn, type FullSource } from './source'

/** Pictures of the organization. */
type Picture = 'icon' | 'logo' | 'night_logo'

/** Settings that hold a stream. */
const noticeStreams = ['notifications_stream_id', 'signup_notifications_stream_id'] as const

const picture = (kind: string, path: string | null) =>
  fileIn('organization', kind, path === null ? null : pictureKey(path))

/** The record of the organization, and its pictures. */
export async function realmItem(
  source: FullSource,
  realm: RealmRow,
): Promise<{ record: Omit<RealmRecord, Picture>; files: Record<Picture, FilePlace | null> }> {
  const { sql, realm_id, scope, settings } = source
  const { name, description, date_created } = realm
  const streamIds = noticeStreams.map((setting) => [
    setting,
    settings[setting] === -1 ? -1 : (streamsIn(source, absentStreams(scope), [settings[setting]])[0] ?? -1),
  ])
  const own = {
    ...settings,
    ...Object.fromEntries(streamIds),
    // Turning it on announces it to everybody, so it has to be turned on again on each server.
    owner_full_content_access: false,
    // Another server may have no bucket.
    backup_frequency: 'never' as const,
  }
  return {
    record: {
      name,
      description,
      date_created,
      settings: JSON.parse(storedRealmSettings(own)) as Record<string, unknown>,
      user_settings_defaults: JSON.parse(storedSettings(await realmUserSettingsDefaults(sql, realm_id))) as Record<
        string,
        unknown
      >,
    },
    files: {
      icon: picture('icon', realm.icon_path),
      logo: picture('logo', realm.logo_path),
      night_logo: picture('night-logo', realm.night_logo_path),
    },
  }
}
