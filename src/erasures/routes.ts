import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId, text } from '../core/http/params'

/**
 * Deletes the data of a person or a bot for good, as laws about personal data ask for. An account that is active is
 * deactivated first, as by `DELETE /users/{user_id}`, with its bots. At once it loses name, address, picture, profile,
 * status, groups, password and sessions, and is called “Deleted user” with a number. What only the account saw, and
 * files that are in no message, are deleted in the next minutes, or days where a quota is used up: drafts, stars, what
 * was read, mutes, alert words, subscriptions, what its bots stored, and messages that nobody else can read. Events
 * `realm_user` tell everybody the new name, and a message of the notification bot tells the other owners who did it.
 * Repeated with `delete`, the endpoint deletes messages that stayed at first.
 *
 * Not deleted are mentions and quotes in messages of others, messages of the notification bot in streams, and
 * reactions. Backups of the database have the data until they expire, and exports that were made before keep it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST There is no such user, or the user is the only active owner.
 */
export const eraseUserEndpoint = endpoint('POST /users/{user_id}/erase', {
  summary: "Delete somebody's data for good",
  overSocket: true,
  params: {
    /** Id of the user: a person or a bot, active or not. */
    user_id: pathId(),
    /**
     * `keep`: the messages of the account stay, under its new name, with their files. `delete`: they are deleted, in
     * private conversations, too.
     */
    messages: text(z.enum(['keep', 'delete'])),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('eraseUser', params)
  },
})
