import { endpoint } from '../core/http/endpoint'
import { pathId } from '../core/http/params'

/**
 * Everything of this user that you have not read is marked as read, and what they send from now on arrives read.
 * Nothing else changes: you still receive their messages, and your clients hide them. The muted user is not told. Your
 * clients are told by an event `muted_users`, and perhaps by `update_message_flags`.
 *
 * @error BAD_REQUEST There is no such user, or it is a bot.
 * @error BAD_REQUEST It is yourself, or you mute them already.
 * @error BAD_REQUEST You mute 1,000 users already.
 */
export const muteUserEndpoint = endpoint('POST /users/me/muted_users/{muted_user_id}', {
  summary: 'Mute a user for yourself',
  overSocket: true,
  params: {
    /** Id of the user, who may be deactivated. */
    muted_user_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('muteUser', params)
  },
})

/**
 * Messages that were marked as read stay read. Your clients are told by an event `muted_users`.
 *
 * @error BAD_REQUEST You do not mute this user.
 */
export const unmuteUserEndpoint = endpoint('DELETE /users/me/muted_users/{muted_user_id}', {
  summary: 'Unmute a user',
  overSocket: true,
  params: {
    /** Id of the user. */
    muted_user_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('unmuteUser', params)
  },
})
