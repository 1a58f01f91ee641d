import { endpoint } from '../core/http/endpoint'
import { pathId } from '../core/http/params'
import { emojiFields, emojiText } from '../emoji/fields'

/**
 * Everybody who may see the message sees the reaction. It is enough to send the name; a client that shows reactions of
 * others sends also code and type of the one that it joins, since its name may stand for another emoji by now. Clients
 * are told by an event `reaction`.
 *
 * @error BAD_REQUEST The message does not exist, you may not see it, or you lost access to its stream.
 * @error BAD_REQUEST There is no such emoji, it is out of use, or its name, code and type do not belong together.
 * @error BAD_REQUEST You have reacted with this emoji already.
 * @error BAD_REQUEST The message has 2,000 reactions, or 100 of yours.
 */
export const addReactionEndpoint = endpoint('POST /messages/{message_id}/reactions', {
  summary: 'Add an emoji reaction to a message',
  overSocket: true,
  params: {
    /** Id of the message. */
    message_id: pathId(),
    ...emojiFields,
    /** Name of the emoji, without colons: `tada`. Of an emoji with several names any. */
    emoji_name: emojiText,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('addReaction', params)
  },
})

/**
 * Takes one of your own reactions back, also when the emoji has gone out of use since. Name or code must be sent.
 *
 * @error BAD_REQUEST The message does not exist, you may not see it, or you lost access to its stream.
 * @error BAD_REQUEST Neither `emoji_name` nor `emoji_code` was sent, or they stand for no emoji.
 * @error BAD_REQUEST You have not reacted with this emoji.
 */
export const removeReactionEndpoint = endpoint('DELETE /messages/{message_id}/reactions', {
  summary: 'Take an emoji reaction back',
  overSocket: true,
  params: {
    /** Id of the message. */
    message_id: pathId(),
    ...emojiFields,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeReaction', params)
  },
})
