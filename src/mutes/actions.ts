import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { noTopic, topicName } from '../messages/text'
import { accessStream, findStream, type StreamRef } from '../streams/access'
import { mutedTopicsEvent } from './events'
import { mutedTopicRows, type MutedTopicRow } from './queries'

interface TopicInput {
  stream: StreamRef
  topic: string
}

/** Maximal number of topics that a user may mute: an event contains all of them, and must fit into a row. */
const maxMutes = 3000

/** Mutes a topic of a stream that the actor may know. The topic may have no messages (behaviour, Mutes). */
export async function muteTopic(turn: Turn, input: TopicInput): Promise<Change> {
  const { actor, now, sql } = turn
  const { stream } = await accessStream(turn, input.stream)
  const topic = topicName(input.topic, { mandatory: false })
  const topic_key = foldCase(topic)
  const mutes = await mutedTopicRows(sql, actor.id)
  if (mutes.some(isOf(stream, topic_key))) throw refused('Topic already muted', { code: null, reason: 'already_done' })
  if (mutes.length >= maxMutes) throw refused(`Too many muted topics (limit: ${maxMutes})`)
  const date_muted = Math.floor(now)
  const mute = { stream_id: stream.id, stream_name: stream.name, deactivated: 0, topic_key, topic, date_muted }
  return {
    writes: [
      fragment`
        insert into muted_topic (user_id, stream_id, topic_key, topic, date_muted)
        values (${actor.id}, ${stream.id}, ${topic_key}, ${topic}, ${date_muted})`,
    ],
    events: [mutedTopicsEvent(actor.id, [...mutes, mute])],
    result: {},
  }
}

/** Unmutes a topic, even in a stream that the actor may no longer know. */
export async function unmuteTopic({ actor, cached, sql }: Turn, input: TopicInput): Promise<Change> {
  const stream = await findStream(cached, actor, input.stream)
  if (stream === null) throw refused('name' in input.stream ? 'Invalid stream name' : 'Invalid stream id')
  const topic_key = foldCase(input.topic.trim() || noTopic)
  const isThis = isOf(stream, topic_key)
  const mutes = await mutedTopicRows(sql, actor.id)
  if (!mutes.some(isThis)) throw refused('Topic is not muted', { code: null, reason: 'already_done' })
  return {
    writes: [
      fragment`
        delete from muted_topic
        where user_id = ${actor.id} and stream_id = ${stream.id} and topic_key = ${topic_key}`,
    ],
    events: [
      mutedTopicsEvent(
        actor.id,
        mutes.filter((mute) => !isThis(mute)),
      ),
    ],
    result: {},
  }
}

const isOf =
  (stream: { id: number }, topic_key: string) =>
  (mute: MutedTopicRow): boolean =>
    mute.stream_id === stream.id && mute.topic_key === topic_key
