import { z } from 'zod'
import { tell, type OutgoingEvent } from '../core/turn/change'
import { mutedTopicTuples, type MutedTopicRow } from './queries'

/** You muted or unmuted a topic. Only you are told (events, muted_topics). */
export const mutedTopicsEventSchema = z.object({
  type: z.literal('muted_topics'),
  /**
   * All topics that you mute, in the order of muting: name of the stream, topic, and when, in seconds since 1970 UTC.
   */
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
})

export const mutedTopicsEvent = (user_id: number, mutes: readonly MutedTopicRow[]): OutgoingEvent =>
  tell([user_id], { type: 'muted_topics', muted_topics: mutedTopicTuples(mutes) })
