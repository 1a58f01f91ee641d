import { endpoint } from '../core/endpoint'
import { pathId, text } from '../core/params'
import { emojiTextSchema } from '../emoji/schema'
import { reactionTypeOf, sentReactionTypeSchema } from '../realm/compatibility'

export const addReactionEndpoint = endpoint('POST /messages/{message_id}/reactions', {
  summary: 'Add an emoji reaction to a message',
  params: {
    message_id: pathId(),
    emoji_name: text(emojiTextSchema),
    emoji_code: text(emojiTextSchema).optional(),
    reaction_type: text(sentReactionTypeSchema).optional(),
  },
  returns: {},
  async run({ params: { reaction_type, ...params }, realm, env }) {
    return realm.perform('addReaction', { ...params, reaction_type: reactionTypeOf(reaction_type, env) })
  },
})

export const removeReactionEndpoint = endpoint('DELETE /messages/{message_id}/reactions', {
  summary: 'Take an emoji reaction back',
  params: {
    message_id: pathId(),
    emoji_name: text(emojiTextSchema).optional(),
    emoji_code: text(emojiTextSchema).optional(),
    reaction_type: text(sentReactionTypeSchema).optional(),
  },
  returns: {},
  async run({ params: { reaction_type, ...params }, realm, env }) {
    return realm.perform('removeReaction', { ...params, reaction_type: reactionTypeOf(reaction_type, env) })
  },
})
