import { endpoint } from '../core/http/endpoint'
import { flag, text } from '../core/http/params'
import { emojiFields, withReactionType } from '../emoji/fields'

export const updateStatusEndpoint = endpoint('POST /users/me/status', {
  summary: 'Change your status',
  params: {
    status_text: text().optional(),
    away: flag().optional(),
    ...emojiFields,
  },
  returns: {},
  async run({ params, realm, env }) {
    return realm.perform('updateStatus', withReactionType(params, env))
  },
})
