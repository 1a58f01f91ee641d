import type { Turn } from '../core/turn/change'
import { mutersOfRealm } from './queries'

/** Those of the receivers who muted the sender, and for whom the message arrives read (behaviour, Flags of a new message). */
export async function mutersAmong(
  { cached, realm_id }: Pick<Turn, 'cached' | 'realm_id'>,
  sender_id: number,
  receivers: ReadonlySet<number>,
): Promise<number[]> {
  const muters = (await cached(mutersOfRealm, realm_id)).get(sender_id) ?? []
  return [...muters].filter((user_id) => receivers.has(user_id))
}
