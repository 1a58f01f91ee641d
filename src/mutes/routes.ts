import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { json, text } from '../core/http/params'
import { namedTopic } from '../messages/fields'
import type { StreamRef } from '../streams/access'

export const muteTopicEndpoint = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  summary: 'Mute or unmute a topic for yourself',
  params: {
    stream: text(z.string().max(1000)).optional(),
    stream_id: json(z.int()).optional(),
    topic: namedTopic,
    op: text(z.enum(['add', 'remove'])),
  },
  returns: {},
  async run({ params: { op, topic, ...named }, realm }) {
    return realm.perform(op === 'add' ? 'muteTopic' : 'unmuteTopic', { topic, stream: oneStream(named) })
  },
})

/** Exactly one of the two names a stream (endpoints). */
function oneStream({ stream, stream_id }: { stream?: string | undefined; stream_id?: number | undefined }): StreamRef {
  if (stream !== undefined && stream_id === undefined) return { name: stream }
  if (stream_id !== undefined && stream === undefined) return { stream_id }
  throw refused("Please choose one: 'stream' or 'stream_id'.")
}
