import { createHash } from 'node:crypto'

/** Address of the picture that the Gravatar service keeps, or draws, for an email address (behaviour, Avatars). */
export function gravatarUrl(email: string, avatar_version: number): string {
  const hash = createHash('md5').update(email.toLowerCase()).digest('hex')
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${avatar_version}`
}
