import { z } from 'zod'
import type { RealmEmojiRow } from './queries'

/** Namespaces of emoji codes (objects, Reaction). */
export const reactionTypeSchema = z.enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji'])

export type ReactionType = z.infer<typeof reactionTypeSchema>

/** An emoji as it is told. */
export const emojiShape = {
  /** Name of the emoji, without colons, as whoever used it first called it. */
  emoji_name: z.string(),
  /** What stands for the emoji among those of its type: code points such as `1f389`, or the id of a custom emoji. */
  emoji_code: z.string(),
  /** Type of the emoji: Unicode's, the organization's own, or the one of the server. */
  reaction_type: reactionTypeSchema,
}

/** One emoji, as reactions and statuses carry it. */
export interface Emoji {
  emoji_name: string
  /** Identifier within the namespace of the type: code points, or the id of a custom emoji. */
  emoji_code: string
  reaction_type: ReactionType
}

/** A custom emoji (endpoints, Custom emoji). */
export const realmEmojiSchema = z.object({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})

/** The organization's custom emoji, all of them, by id; told to everybody (events, Realm). */
export const realmEmojiEventSchema = z.object({
  type: z.literal('realm_emoji'),
  op: z.literal('update'),
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
