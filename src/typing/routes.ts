import { z } from 'zod'
import { endpoint, type Endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { namedTopic } from '../messages/fields'
import { mostRecipients } from '../messages/recipients'
import { typingOpSchema } from './schema'

export const sendTypingEndpoint = endpoint('POST /typing', {
  summary: 'Tell others that you began or stopped to write to them',
  params: {
    op: text(typingOpSchema),
    to: json(z.array(z.int()).max(mostRecipients)),
    type: text(z.enum(['private', 'stream'])).default('private'),
    topic: namedTopic.optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('tellTyping', params)
  },
})

/** The same under its older name (endpoints, Two names, one endpoint). */
export const setTypingStatusEndpoint: Endpoint = { ...sendTypingEndpoint, path: '/set-typing-status' }
