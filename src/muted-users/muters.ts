import type { Turn } from '../core/turn/change'
import { mutersOfRealm } from './queries'

/** Those of the receivers who muted the sender, and for whom the message arrives read (behaviour, Flags of a new message). */
export async function mutersAmong(
  { known, realm_id }: Pick<Turn, 'known' | 'realm_id'>,
  sender_id: number,
  receivers: ReadonlySet<number>,
): Promise<number[]> {
  const muters = (await known(mutersOfRealm, realm_id)).get(sender_id) ?? []
  return [...muters].filter((user_id) => receivers.has(user_id))
}
