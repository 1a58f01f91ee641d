import { createHash } from 'node:crypto'
import type { UserRow } from './queries'

/** What decides which picture stands for somebody. */
export type Pictured = Pick<UserRow, 'delivery_email' | 'avatar_version' | 'avatar_path'>

/** Where pictures that people uploaded are served. */
export const picturesPath = '/user_avatars/'

/** Address of the picture that stands for somebody: their own, or Gravatar's (behaviour, Avatars). */
export const avatarUrl = (one: Pictured): string =>
  uploadedUrl(one) ?? gravatarUrl(one.delivery_email, one.avatar_version)

/** The same picture, larger. An uploaded one has only one size. */
export const mediumAvatarUrl = (one: Pictured): string =>
  uploadedUrl(one) ?? `${gravatar(one.delivery_email)}&s=500&version=${one.avatar_version}`

/** As `avatarUrl`; null where a client that computes pictures itself can do so. */
export const avatarUrlFor = (one: Pictured, { client_gravatar }: { client_gravatar: boolean }): string | null =>
  client_gravatar ? uploadedUrl(one) : avatarUrl(one)

/** Where the picture comes from: `U` was uploaded, `G` goes with the address. */
export const avatarSource = ({ avatar_path }: Pick<Pictured, 'avatar_path'>): 'U' | 'G' =>
  avatar_path === null ? 'G' : 'U'

/** All that clients are told of a picture (events, realm_user). */
export const avatarFields = (one: Pictured) => ({
  avatar_url: avatarUrl(one),
  avatar_url_medium: mediumAvatarUrl(one),
  avatar_source: avatarSource(one),
  avatar_version: one.avatar_version,
})

/** Address of the picture that the Gravatar service keeps, or draws, for an email address. */
const gravatarUrl = (email: string, avatar_version: number): string => `${gravatar(email)}&version=${avatar_version}`

const uploadedUrl = ({ avatar_path, avatar_version }: Omit<Pictured, 'delivery_email'>): string | null =>
  avatar_path === null ? null : `${picturesPath}${avatar_path}?version=${avatar_version}`

function gravatar(email: string): string {
  const hash = createHash('md5').update(email.toLowerCase()).digest('hex')
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon`
}
