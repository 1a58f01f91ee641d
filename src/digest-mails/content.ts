import { foldCase } from '../core/base/unicode'
import type { TemplateValues } from '../mail/templates'
import type { LivelyTopic, News } from './item'
import type { DigestPerson, DigestReader } from './queries'

/** Topics in one mail. */
const maxTopics = 4

/** What a mail says to one person; null if there is nothing to say. */
export function digestValues(
  { streams, people, topics }: News,
  { isGuest }: Pick<DigestPerson, 'isGuest'>,
  reader: DigestReader,
  { showsTopics, url }: { showsTopics: boolean; url: string },
): TemplateValues['digest'] | null {
  const readableTopics = showsTopics ? topics.filter((topic) => mayRead(reader, topic)).slice(0, maxTopics) : []
  // Guests only know the streams that they are in.
  const shownStreams = isGuest ? { names: [], amount: 0 } : streams
  const { unreadConversations: unread_conversations } = reader
  // New people alone are no reason to come back.
  if (unread_conversations === 0 && readableTopics.length === 0 && shownStreams.amount === 0) return null
  return {
    url,
    unread_conversations,
    topics: readableTopics.map(({ stream, topic, messages }) => ({ stream, topic, messages })),
    streams: shownStreams,
    people,
  }
}

/** Whether somebody may read all of a topic that is counted, and has not muted it. */
const mayRead = (
  { streams, mutedTopics }: DigestReader,
  { stream_id, topic, first_id, hasOpenHistory }: LivelyTopic,
): boolean => {
  const from = streams.get(stream_id)
  if (from === undefined || mutedTopics.has(`${stream_id} ${foldCase(topic)}`)) return false
  return hasOpenHistory || first_id >= from
}
