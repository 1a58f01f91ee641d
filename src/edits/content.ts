import { refreshDigests } from '../read-state/digests'
import type { OutgoingEvent, Turn, Job } from '../core/turn/change'
import { fragment, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { alertWordsOfRealm } from '../alert-words/queries'
import { alertedUsers } from '../markdown/alert-words'
import { withAccess } from '../messages/audience'
import type { MessageRow } from '../messages/message-rows'
import { renderedMessage } from '../messages/rendering'
import { storedHtml } from '../messages/stored-html'
import { messageContent } from '../messages/text'
import { assertMayMentionAll } from '../messages/wildcards'
import { htmlWithPreviews, previewJobs } from '../previews/embedding'
import { subscriberIds } from '../subscriptions/queries'
import { reclaimFiles } from '../uploads/claims'
import { everyone } from '../users/audience'

/** New content of a message, and the writes that replace the old content. */
export interface NewContent {
  content: string
  html: string
  is_me_message: boolean
  wildcard: boolean
  /** Ids of users whom it mentions, and of those whom it no longer mentions. */
  mentioned: readonly number[]
  gone: readonly number[]
  /** Ids of users whom it mentions, and the old content did not. */
  newlyMentioned: readonly number[]
  /** Ids of users whose alert words it contains, and of those for whom it no longer contains any. */
  alerted: readonly number[]
  unalerted: readonly number[]
  writes: readonly Fragment[]
  /** Events for the owners of files that it now contains, or no longer contains. */
  events: readonly OutgoingEvent[]
  jobs: readonly Job[]
}

/** Replaces an empty content. */
const deletedContent = '(deleted)'

/**
 * Renders new content, and looks for mentions and alert words again (behaviour, Editing and moving, Effects). Does not change who
 * has read the message.
 */
export async function newContent(turn: Turn, message: MessageRow, raw: string): Promise<NewContent> {
  const content = raw.trim() === '' ? deletedContent : messageContent(raw)
  const rendered = await renderedMessage(turn, content)
  const { wildcard, links, attachments, pages } = rendered
  const html = await htmlWithPreviews(turn, rendered)
  if (wildcard && !message.wildcard_mentioned && !message.is_private)
    assertMayMentionAll(turn, (await turn.cached(subscriberIds, message.recipient_id)).size)
  const files = await reclaimFiles(turn, message, { before: message.rendered_content, linked: attachments })
  const is_me_message = content.startsWith('/me ')
  // Users who lost access keep the flags that the message had.
  const readers = (user_ids: Iterable<number>) =>
    message.is_private ? [...user_ids] : withAccess(turn, message.recipient_id, [...user_ids])
  const mentioned = await readers(rendered.mentioned)
  const alerted = await readers(rendered.alerted)
  const before = await mentionedBefore(turn, message)
  const formerReaders = (await readers(before)).filter((user_id) => !mentioned.includes(user_id))
  const unalerted = (await readers(await alertedBefore(turn, message))).filter(
    (user_id) => !rendered.alerted.has(user_id),
  )
  return {
    content,
    html,
    is_me_message,
    wildcard,
    mentioned,
    gone: formerReaders,
    newlyMentioned: mentioned.filter((user_id) => !before.includes(user_id)),
    alerted,
    unalerted,
    writes: [
      fragment`
        update message
        set content = ${content}, rendered_content = ${storedHtml({ content, rendered_content: html }, turn.actor)}, is_me_message = ${is_me_message},
          has_link = ${links.has_link}, has_image = ${links.has_image}, has_attachment = ${links.has_attachment},
          wildcard_mentioned = ${wildcard}
        where id = ${message.id}`,
      ...(wildcard === Boolean(message.wildcard_mentioned) ? [] : [refreshDigests([message.id])]),
      ...updateFlags(message, bit.mentioned, { set: mentioned, cleared: formerReaders }),
      ...updateFlags(message, bit.has_alert_word, { set: alerted, cleared: unalerted }),
      ...(files?.writes ?? []),
    ],
    events: files?.events ?? [],
    jobs: await previewJobs(turn, message.id, pages),
  }
}

/**
 * Ids of all users whom the old content may have mentioned. If it mentions a group, these are all users, because its members at
 * that time may have left.
 */
async function mentionedBefore(turn: Turn, { rendered_content }: MessageRow): Promise<number[]> {
  const users = [...rendered_content.matchAll(/ data-user-id="(\d+)"/g)].map((match) => Number(match[1]))
  return rendered_content.includes(' data-user-group-id="') ? [...users, ...(await everyone(turn))] : users
}

const alertedBefore = async ({ cached, realm_id }: Turn, { content }: MessageRow): Promise<number[]> => [
  ...alertedUsers(content, await cached(alertWordsOfRealm, realm_id)),
]

function updateFlags(
  { id, recipient_id }: MessageRow,
  bits: number,
  { set, cleared }: { set: readonly number[]; cleared: readonly number[] },
): Fragment[] {
  return [
    ...(cleared.length > 0
      ? [
          fragment`
            update message_flag set flags = flags & ~${bits}
            where message_id = ${id} and user_id in (select value from json_each(${JSON.stringify(cleared)}))`,
        ]
      : []),
    ...(set.length > 0 ? [flagReceivers(id, recipient_id, { user_ids: set, bits })] : []),
  ]
}

/** Sets flags for those of the users who hold the message. Mentions of other users have no effect. */
const flagReceivers = (
  id: number,
  recipient_id: number,
  { user_ids, bits }: { user_ids: readonly number[]; bits: number },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select person.value, ${id}, ${bits}
  from json_each(${JSON.stringify(user_ids)}) as person
  where exists (
    select 1 from message_flag as own where own.user_id = person.value and own.message_id = ${id}
    union all
    select 1 from conversation_member where user_id = person.value and conversation_id = ${recipient_id}
    union all
    select 1 from subscription_span
    where user_id = person.value and stream_id = ${recipient_id} and from_id <= ${id} and to_id > ${id}
  )
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`
