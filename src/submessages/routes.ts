import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'

/** As much as a message may hold. */
const longestContent = 10_000

export const sendSubmessageEndpoint = endpoint('POST /submessage', {
  summary: 'Add to the widget of a message, as a vote to a poll',
  params: {
    message_id: json(z.int()),
    msg_type: text(z.string().min(1).max(100)),
    content: text(z.string().max(longestContent)),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('addSubmessage', params)
  },
})
