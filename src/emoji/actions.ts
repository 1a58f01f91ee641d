import { invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { countUse } from '../accounts/limit-use'
import { everyone } from '../users/audience'
import { isAdministrator } from '../accounts/roles'
import { mayAddEmoji, newEmojiName } from './access'
import { realmEmoji, type RealmEmojiRow } from './queries'
import { realmEmojiObject } from './schema'

/** A new emoji. Its pictures are already in the bucket under these file names. */
interface NewEmoji {
  name: string
  file_name: string
  still_file_name: string | null
}

/** Adds a custom emoji (endpoints, Custom emoji). */
export async function addRealmEmoji(turn: Turn, { file_name, still_file_name, ...input }: NewEmoji): Promise<Change> {
  const { actor, cached, realm_id } = turn
  const name = await newEmojiName(turn, input.name)
  const emoji = await cached(realmEmoji, realm_id)
  const added: RealmEmojiRow = {
    id: turn.next('realm_emoji'),
    realm_id,
    name,
    author_id: actor.id,
    deactivated: 0,
    file_name,
    still_file_name,
  }
  return emojiChange(
    turn,
    [...emoji, added],
    fragment`
      insert into realm_emoji (id, realm_id, name, author_id, file_name, still_file_name)
      values (${added.id}, ${realm_id}, ${name}, ${actor.id}, ${file_name}, ${still_file_name})`,
    countUse('customEmoji', { user_id: actor.id, amount: 1 }),
  )
}

/**
 * Deactivates a custom emoji. Messages and reactions keep it. Allowed for administrators, and for its author while the policy
 * admits them.
 */
export async function deactivateRealmEmoji(turn: Turn, { name }: { name: string }): Promise<Change> {
  const { actor, cached, realm_id } = turn
  const emoji = await cached(realmEmoji, realm_id)
  const customEmoji = emoji.find((one) => one.name === name && !one.deactivated)
  if (customEmoji === undefined) throw refused(`Emoji '${name}' does not exist`)
  if (!isAdministrator(actor)) {
    if (!mayAddEmoji(turn)) throw refused('Insufficient permission', { reason: 'not_allowed' })
    if (customEmoji.author_id !== actor.id)
      throw refused('Must be an organization administrator or emoji author', { reason: 'not_allowed' })
  }
  const deactivated = emoji.map((one) => (one.id === customEmoji.id ? { ...one, deactivated: 1 } : one))
  return emojiChange(turn, deactivated, fragment`update realm_emoji set deactivated = 1 where id = ${customEmoji.id}`)
}

/** A change with an event that tells everybody the current list of custom emoji (events, Realm). */
async function emojiChange(turn: Turn, emoji: readonly RealmEmojiRow[], ...writes: Fragment[]): Promise<Change> {
  return {
    writes,
    result: {},
    events: [tell(await everyone(turn), { type: 'realm_emoji', op: 'update', realm_emoji: realmEmojiObject(emoji) })],
    invalidates: [invalidation(realmEmoji, turn.realm_id)],
  }
}
