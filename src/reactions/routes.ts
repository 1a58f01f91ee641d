import { endpoint } from '../core/http/endpoint'
import { pathId } from '../core/http/params'
import { emojiFields, emojiText, withReactionType } from '../emoji/fields'

export const addReactionEndpoint = endpoint('POST /messages/{message_id}/reactions', {
  summary: 'Add an emoji reaction to a message',
  params: { message_id: pathId(), ...emojiFields, emoji_name: emojiText },
  returns: {},
  async run({ params, realm, env }) {
    return realm.perform('addReaction', withReactionType(params, env))
  },
})

export const removeReactionEndpoint = endpoint('DELETE /messages/{message_id}/reactions', {
  summary: 'Take an emoji reaction back',
  params: { message_id: pathId(), ...emojiFields },
  returns: {},
  async run({ params, realm, env }) {
    return realm.perform('removeReaction', withReactionType(params, env))
  },
})
