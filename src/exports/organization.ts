import { defaultStreamGroups } from '../default-streams/queries'
import { domainsOfRealm } from '../domains/queries'
import { domainOf } from '../domains/schema'
import { linkifiersOf } from '../linkifiers/queries'
import { playgroundsOf } from '../playgrounds/queries'
import { profileFields } from '../profile-fields/queries'
import { profileField } from '../profile-fields/schema'
import type { RealmRow } from '../realm/queries'
import { realmUserSettingsDefaults } from '../settings/queries'
import { pictureKey } from '../uploads/pictures'
import { userGroups } from '../user-groups/groups'
import { filedAt, type ExportSource, type FilePlace } from './chapter'

/** Short lists of an organization by their file names, and its pictures by their fields. */
export async function organizationFiles(
  { sql, realm_id, settings }: ExportSource,
  realm: RealmRow,
  now: number,
): Promise<{ lists: Record<string, unknown>; pictures: Record<string, FilePlace | null> }> {
  const [domains, user_settings_defaults, groups, stream_groups, linkifiers, playgrounds, fields] = await Promise.all([
    domainsOfRealm(sql, realm_id),
    realmUserSettingsDefaults(sql, realm_id),
    userGroups(sql, { realm_id, realm_settings: realm.realm_settings }, now),
    defaultStreamGroups(sql, realm_id),
    linkifiersOf(sql, realm_id),
    playgroundsOf(sql, realm_id),
    profileFields(sql, realm_id),
  ])
  const { id, string_id, name, description, date_created } = realm
  const own = { id, string_id, name, description, date_created, settings, user_settings_defaults }
  const pictures = { icon: realm.icon_path, logo: realm.logo_path, night_logo: realm.night_logo_path }
  return {
    lists: {
      realm: { ...own, domains: domains.map(domainOf) },
      user_groups: groups,
      default_stream_groups: stream_groups.map(({ id, name, description, streams }) => ({
        id,
        name,
        description,
        stream_ids: streams.filter(({ invite_only }) => !invite_only).map((stream) => stream.id),
      })),
      linkifiers,
      playgrounds,
      profile_fields: fields.map(profileField),
    },
    pictures: Object.fromEntries(
      Object.entries(pictures).map(([field, path]) => [field, filedAt(path === null ? null : pictureKey(path))]),
    ),
  }
}
