import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { json, text } from '../core/http/params'
import { namedTopic } from '../messages/fields'
import type { StreamRef } from '../streams/access'

/**
 * A muted topic stays readable; clients hide it and count none of its messages as unread. Topics that differ only in
 * case are one topic, and a topic needs no message to be muted. Your clients are told by an event `muted_topics`, and
 * find all muted topics in `muted_topics` of `POST /register`.
 *
 * @error BAD_REQUEST Neither `stream` nor `stream_id` was sent, or both were.
 * @error BAD_REQUEST The stream does not exist, or you may not know of it. To unmute, it is enough that it exists.
 * @error BAD_REQUEST You mute 3,000 topics already.
 * @error The topic is muted already, or, with `remove`, is not muted.
 */
export const muteTopicEndpoint = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  summary: 'Mute or unmute a topic for yourself',
  overSocket: true,
  params: {
    /** Name of the stream, in any case. Needed unless `stream_id` is sent. */
    stream: text(z.string().max(1000)).optional(),
    /** Id of the stream. Needed unless `stream` is sent; a client does better with the id, which is never renamed. */
    stream_id: json(z.int()).optional(),
    /** The topic, at most 60 characters. Empty: messages without a topic, which are shown under `(no topic)`. */
    topic: namedTopic,
    /** `add` mutes the topic, `remove` unmutes it. */
    op: text(z.enum(['add', 'remove'])),
  },
  returns: {},
  async run({ params: { op, topic, ...named }, realm }) {
    return realm.perform(op === 'add' ? 'muteTopic' : 'unmuteTopic', { topic, stream: oneStream(named) })
  },
})

/** The stream, which the request must name in exactly one way (endpoints). */
function oneStream({ stream, stream_id }: { stream?: string | undefined; stream_id?: number | undefined }): StreamRef {
  if (stream !== undefined && stream_id === undefined) return { name: stream }
  if (stream_id !== undefined && stream === undefined) return { stream_id }
  throw refused("Please choose one: 'stream' or 'stream_id'.")
}
