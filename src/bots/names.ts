import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { usersByName } from '../users/queries'

/** A short name. With `-bot` it becomes the local part of an address, which has at most 64 characters. */
const shortName = /^[a-z0-9](?:[a-z0-9._-]{0,58}[a-z0-9])?$/i

/** The address of a new bot, or a refusal (endpoints, Bots). `origin` is the scheme and host of the realm. */
export function botAddress(short_name: string, origin: string): string {
  const name = short_name.trim()
  if (!shortName.test(name) || name.includes('..')) throw refused('Bad name or username')
  return `${name}-bot@${new URL(origin).hostname}`
}

/** Refuses a bot's name that another active user has (behaviour, Names and addresses). */
export async function assertNameFree(
  { cached, realm_id }: Pick<Turn, 'cached' | 'realm_id'>,
  full_name: string,
  own_id: number | null = null,
): Promise<void> {
  const namesakes = await cached(usersByName, realm_id, full_name)
  if (namesakes.some(({ id, is_active }) => is_active && id !== own_id))
    throw refused('Name is already in use!', { reason: 'name_taken' })
}
