import { endpoint } from '../core/endpoint'
import { flag, text } from '../core/params'
import { emojiTextSchema } from '../emoji/schema'
import { reactionTypeOf, sentReactionTypeSchema } from '../realm/compatibility'

export const updateStatusEndpoint = endpoint('POST /users/me/status', {
  summary: 'Change your status',
  params: {
    status_text: text().optional(),
    away: flag().optional(),
    emoji_name: text(emojiTextSchema).optional(),
    emoji_code: text(emojiTextSchema).optional(),
    reaction_type: text(sentReactionTypeSchema).optional(),
  },
  returns: {},
  async run({ params: { reaction_type, ...params }, realm, env }) {
    return realm.perform('updateStatus', { ...params, reaction_type: reactionTypeOf(reaction_type, env) })
  },
})
