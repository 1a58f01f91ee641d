import { createHash } from 'node:crypto'
import { picturesPath } from '../users/avatars'
import type { RealmRow } from './queries'

/** Columns that decide which pictures a realm has. */
type RealmPictureRow = Pick<RealmRow, 'string_id' | 'icon_path' | 'logo_path' | 'night_logo_path'>

/** Address of the square picture: an uploaded one, or Gravatar's (endpoints, GET /server_settings). */
export const iconUrl = ({ icon_path, string_id }: RealmPictureRow): string =>
  uploadedUrl(icon_path) ??
  `https://secure.gravatar.com/avatar/${createHash('md5').update(string_id).digest('hex')}?d=identicon`

/** Address of the wide picture for light themes or, with `night`, for dark ones; the icon if there is none. */
export const logoUrl = (realm: RealmPictureRow, { night }: { night: boolean }): string =>
  uploadedUrl(night ? realm.night_logo_path : realm.logo_path) ?? iconUrl(realm)

const uploadedUrl = (path: string | null): string | null => (path === null ? null : picturesPath + path)

const logoSource = (path: string | null): 'U' | 'D' => (path === null ? 'D' : 'U')

/**
 * Address and source of each picture in the form of the API. Sources: `U` uploaded, `G` computed, `D` default (register, Realm;
 * events, Realm).
 */
export const realmPictures = {
  icon: (realm: RealmPictureRow) => ({
    icon_url: iconUrl(realm),
    icon_source: realm.icon_path === null ? ('G' as const) : ('U' as const),
  }),
  logo: (realm: RealmPictureRow) => ({
    logo_url: logoUrl(realm, { night: false }),
    logo_source: logoSource(realm.logo_path),
  }),
  night_logo: (realm: RealmPictureRow) => ({
    night_logo_url: logoUrl(realm, { night: true }),
    night_logo_source: logoSource(realm.night_logo_path),
  }),
}

export type RealmPicture = keyof typeof realmPictures
