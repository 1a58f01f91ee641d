import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { everyone } from '../users/audience'
import { assertAdministrator } from '../accounts/roles'
import { realmInvalidations } from './invalidation'
import { iconUrl, realmPictures, type RealmPicture } from './pictures'
import { realmById, type RealmRow } from './queries'

interface ChangedPicture {
  icon_url: string
  /** Path of the previous picture, which the caller deletes from the bucket; null if there was none. */
  replaced: string | null
}

const columns = {
  icon: fragment`icon_path`,
  logo: fragment`logo_path`,
  night_logo: fragment`night_logo_path`,
}

/** Sets a picture of the organization. `path` is where it is in the bucket; null removes it (endpoints, Realm administration). */
export async function changeRealmPicture(
  turn: Turn,
  { picture, path }: { picture: RealmPicture; path: string | null },
): Promise<Change<ChangedPicture>> {
  const { actor, cached, realm_id } = turn
  assertAdministrator(actor)
  const before = (await cached(realmById, realm_id))!
  const after: RealmRow = { ...before, [`${picture}_path`]: path }
  return {
    writes: [fragment`update realm set ${columns[picture]} = ${path} where id = ${realm_id}`],
    result: { icon_url: iconUrl(after), replaced: before[`${picture}_path`] },
    events: await changedPictures(turn, before, after),
    invalidates: realmInvalidations(realm_id),
  }
}

/** Events for the pictures that have changed. A new icon is also a new logo if the realm has no logo. */
async function changedPictures(turn: Turn, before: RealmRow, after: RealmRow): Promise<OutgoingEvent[]> {
  const to = await everyone(turn)
  const isOther = (picture: (realm: RealmRow) => object) =>
    JSON.stringify(picture(before)) !== JSON.stringify(picture(after))
  const dictionary = { type: 'realm', op: 'update_dict' } as const
  const { icon, logo, night_logo } = realmPictures
  return [
    ...(isOther(icon) ? [tell(to, { ...dictionary, property: 'icon', data: icon(after) })] : []),
    ...(isOther(logo) ? [tell(to, { ...dictionary, property: 'logo', data: logo(after) })] : []),
    ...(isOther(night_logo) ? [tell(to, { ...dictionary, property: 'night_logo', data: night_logo(after) })] : []),
  ]
}
