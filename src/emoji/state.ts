import type { StateOf } from '../events/part'
import { realmEmoji } from './queries'
import { realmEmojiObject } from './schema'

/** Custom emoji by id (register, Realm: lists). */
export const realmEmojiState: StateOf = async ({ actor, sql }) => ({
  realm_emoji: realmEmojiObject(await realmEmoji(sql, actor.realm_id)),
})
