import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'

// The same limit as for a message.
const longestContent = 10_000

/**
 * You may add to the widget of each message that you may see, and to your own messages also where there is no widget yet.
 * Those who received the message are told by an event `submessage`; it is not a message of its own.
 *
 * @error BAD_REQUEST The message does not exist, you may not see it, or you lost access to its stream.
 * @error BAD_REQUEST The message has no widget, and is not yours.
 * @error BAD_REQUEST `content` is not JSON, or cannot be added to a poll or to-do list.
 * @error BAD_REQUEST You change the question of another user's poll.
 * @error BAD_REQUEST The message has 5,000 submessages, or 400,000 bytes of them.
 */
export const sendSubmessageEndpoint = endpoint('POST /submessage', {
  summary: 'Add to the widget of a message, as a vote to a poll',
  overSocket: true,
  params: {
    /** Id of the message. */
    message_id: json(z.int()),
    /** What you call it. Clients send `widget`. */
    msg_type: text(z.string().min(1).max(100)),
    /**
     * JSON. On a poll: `{"type": "vote", "key", "vote"}` with a vote of 1 or -1, `{"type": "new_option", "option", "idx"}`
     * with an `idx` from 0 to 1000, and from its author `{"type": "question", "question"}`. On a to-do list:
     * `{"type": "new_task", "key", "task", "desc", "completed": false}` and `{"type": "strike", "key"}`. On other widgets
     * anything.
     */
    content: text(z.string().max(longestContent)),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('addSubmessage', params)
  },
})
