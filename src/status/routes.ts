import { endpoint } from '../core/http/endpoint'
import { flag, text } from '../core/http/params'
import { emojiFields } from '../emoji/fields'

/**
 * Changes what is sent of your status; the rest stays. At least one of text, absence and emoji must be sent. People
 * only, no bots. Everybody is told by an event `user_status`, and finds all statuses in `user_status` of `POST
 * /register`.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST Nothing was sent that could change, or the code or type of an emoji without its name.
 * @error BAD_REQUEST The text is too long.
 * @error BAD_REQUEST There is no such emoji, it is out of use, or its name, code and type do not belong together.
 */
export const updateStatusEndpoint = endpoint('POST /users/me/status', {
  summary: 'Change your status',
  overSocket: true,
  params: {
    /** The text: at most 60 characters. An empty one takes the text away. */
    status_text: text().optional(),
    /** Whether you are away. */
    away: flag().optional(),
    ...emojiFields,
    /** Name of the emoji, without colons: `tada`. An empty one takes the emoji away. */
    emoji_name: emojiFields.emoji_name,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateStatus', params)
  },
})
