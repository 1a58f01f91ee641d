import { inRealm } from '../core/ids'
import { fragment, literal, type Fragment } from '../core/sql'
import { foldCase } from '../core/unicode'
import { bit } from '../flags/bits'
import { open } from '../subscriptions/spans'
import { longestStreamName } from './names'
import type { StreamRow } from './queries'

/** What the name of an archived stream begins with, so that nobody takes it for the one that has its name now. */
const archivedPrefix = '!DEACTIVATED:'

/**
 * Ends streams, and everybody's subscription to them; the name becomes free. What people had received stays theirs, and
 * counts as read; nobody else gets any of it (endpoints, Streams, Archiving).
 */
export function archiveStreams(streams: readonly StreamRow[], next_message_id: number): Fragment[] {
  const [first] = streams
  if (first === undefined) return []
  const archived = fragment`(select value from json_each(${JSON.stringify(streams.map(({ id }) => id))}))`
  return [
    fragment`
      update subscription_span set to_id = ${next_message_id}, unread_from = ${next_message_id}
      where to_id = ${open}
        and (user_id, stream_id) in (select user_id, stream_id from subscription where stream_id in ${archived} and active)`,
    fragment`update subscription set active = 0 where stream_id in ${archived} and active`,
    fragment`
      update message_flag set flags = flags & ~${bit.markedUnread}
      where flags & ${literal(bit.markedUnread)} and ${inRealm(fragment`user_id`, first.realm_id)}
        and (select recipient_id from message where message.id = message_id) in ${archived}`,
    fragment`
      update stream
      set deactivated = 1, is_default = 0, invite_only = 1, is_web_public = 0,
        name = substr(${archivedPrefix} || name, 1, ${longestStreamName}),
        name_key = substr(${foldCase(archivedPrefix)} || name_key, 1, ${longestStreamName})
      where id in ${archived}`,
  ]
}
