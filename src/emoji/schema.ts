import { z } from 'zod'
import type { RealmEmojiRow } from './queries'

/** Types of emoji, each with codes of its own (objects, Reaction). */
export const reactionTypeSchema = z.enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji'])

export type ReactionType = z.infer<typeof reactionTypeSchema>

/** Fields that name an emoji, as answers and events carry them. */
export const emojiShape = {
  /** Name of the emoji, without colons, as the first user of the emoji wrote it. */
  emoji_name: z.string(),
  /** What stands for the emoji among those of its type: code points such as `1f389`, or the id of a custom emoji. */
  emoji_code: z.string(),
  /** Type of the emoji: Unicode's, the organization's own, or the one of the server. */
  reaction_type: reactionTypeSchema,
}

/** One emoji, as reactions and statuses carry it. */
export interface Emoji {
  emoji_name: string
  /** Unique among the emoji of the type: code points, or the id of a custom emoji. */
  emoji_code: string
  reaction_type: ReactionType
}

/** A custom emoji of the organization (endpoints, Custom emoji). */
export const realmEmojiSchema = z.object({
  /** Id of the emoji, as a string. It is the `emoji_code` of reactions with this emoji. */
  id: z.string(),
  /** Name of the emoji, without colons. Of emoji with one name at most one is active. */
  name: z.string(),
  /** Path of the picture, relative to the address of the server. */
  source_url: z.string(),
  /** Path of a picture that does not move, for an animated emoji; else null. */
  still_url: z.string().nullable(),
  /** Whether the emoji was taken out of use. Messages and reactions that have it keep it. */
  deactivated: z.boolean(),
  /** Id of the user who added the emoji; null if nobody did. */
  author_id: z.int().nullable(),
})

/** All users are told when a custom emoji was added or taken out of use (events, Realm). */
export const realmEmojiEventSchema = z.object({
  type: z.literal('realm_emoji'),
  op: z.literal('update'),
  /** All custom emoji of the organization by id, deactivated ones included. */
  realm_emoji: z.record(z.string(), realmEmojiSchema),
})

/** Custom emoji by id. */
export function realmEmojiObject(rows: readonly RealmEmojiRow[]): Record<string, z.infer<typeof realmEmojiSchema>> {
  return Object.fromEntries(
    rows.map(({ id, realm_id, name, author_id, deactivated, file_name, still_file_name }) => {
      const images = `/user_avatars/${realm_id}/emoji/images`
      const emoji = {
        id: String(id),
        name,
        source_url: `${images}/${file_name}`,
        still_url: still_file_name === null ? null : `${images}/still/${still_file_name}`,
        deactivated: Boolean(deactivated),
        author_id,
      }
      return [emoji.id, emoji]
    }),
  )
}
