import { createHash } from 'node:crypto'
import { LruCache, stringBytes } from '../core/base/lru-cache'
import type { UserRow } from './queries'

/** The columns of a user that decide which picture is theirs. */
export type AvatarOwner = Pick<UserRow, 'delivery_email' | 'avatar_version' | 'avatar_path'>

/** Path below which uploaded pictures are served. */
export const picturesPath = '/user_avatars/'

/** Address of a user's picture: the uploaded one, or Gravatar's (behaviour, Avatars). */
export const avatarUrl = (user: AvatarOwner): string =>
  uploadedUrl(user) ?? gravatarUrl(user.delivery_email, user.avatar_version)

/** Address of a user's larger picture. An uploaded picture has only one size. */
export const mediumAvatarUrl = (user: AvatarOwner): string =>
  uploadedUrl(user) ?? `${gravatar(user.delivery_email)}&s=500&version=${user.avatar_version}`

/** Address of a user's picture; null if it is Gravatar's and the client computes such addresses. */
export const avatarUrlFor = (user: AvatarOwner, { client_gravatar }: { client_gravatar: boolean }): string | null =>
  client_gravatar ? uploadedUrl(user) : avatarUrl(user)

/** Source of the picture: `U` uploaded, `G` Gravatar. */
export const avatarSource = ({ avatar_path }: Pick<AvatarOwner, 'avatar_path'>): 'U' | 'G' =>
  avatar_path === null ? 'G' : 'U'

/** The fields of an event about a new picture (events, realm_user). */
export const avatarFields = (user: AvatarOwner) => ({
  avatar_url: avatarUrl(user),
  avatar_url_medium: mediumAvatarUrl(user),
  avatar_source: avatarSource(user),
  avatar_version: user.avatar_version,
})

const gravatarUrl = (email: string, avatar_version: number): string => `${gravatar(email)}&version=${avatar_version}`

const uploadedUrl = ({ avatar_path, avatar_version }: Omit<AvatarOwner, 'delivery_email'>): string | null =>
  avatar_path === null ? null : `${picturesPath}${avatar_path}?version=${avatar_version}`

/** Hashes of about 20,000 addresses. To hash them anew for each list of people would take half of the list's time. */
const hashes = new LruCache<string>(4_000_000)

function gravatar(email: string): string {
  const address = email.toLowerCase()
  return `https://secure.gravatar.com/avatar/${hashOf(address)}?d=identicon`
}

function hashOf(address: string): string {
  const known = hashes.get(address)
  if (known !== undefined) return known
  const hash = createHash('md5').update(address).digest('hex')
  hashes.set(address, hash, stringBytes(hash))
  return hash
}
