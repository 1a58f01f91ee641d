import type { Turn } from '../core/change'
import { fragment, type Fragment } from '../core/sql'
import { bit } from '../flags/bits'
import { render } from '../markdown/render'
import { mentionable } from '../messages/mentionable'
import type { MessageRow } from '../messages/page'
import { messageContent } from '../messages/text'
import { assertMayMentionAll } from '../messages/wildcards'
import { subscriberIds } from '../subscriptions/queries'

/** New content of a message, and the writes that put it in the place of the old. */
export interface NewContent {
  html: string
  writes: Fragment[]
}

/** What stands where somebody took everything back. */
const nothing = '(deleted)'

/**
 * Renders new content and finds out anew whom it mentions (behaviour, Editing and moving, Effects). Whether somebody has
 * read the message stays as it is.
 */
export async function newContent(turn: Turn, message: MessageRow, raw: string): Promise<NewContent> {
  const content = raw.trim() === '' ? nothing : messageContent(raw)
  const { lookup } = await mentionable(turn, content)
  const { html, mentioned, wildcard, links } = render(content, lookup)
  if (wildcard && !message.wildcard_mentioned && !message.is_private)
    assertMayMentionAll(turn, (await turn.known(subscriberIds, message.recipient_id)).size)
  return {
    html,
    writes: [
      fragment`
        update message
        set content = ${content}, rendered_content = ${html}, is_me_message = ${content.startsWith('/me ')},
          has_link = ${links.has_link}, has_image = ${links.has_image}, has_attachment = ${links.has_attachment},
          wildcard_mentioned = ${wildcard}
        where id = ${message.id}`,
      ...changeMentions(message, mentioned),
    ],
  }
}

function changeMentions({ id, recipient_id, rendered_content }: MessageRow, mentioned: readonly number[]): Fragment[] {
  const before = [...rendered_content.matchAll(/data-user-id="(\d+)"/g)].map((match) => Number(match[1]))
  const gone = before.filter((user_id) => !mentioned.includes(user_id))
  return [
    ...(gone.length > 0
      ? [
          fragment`
            update message_flag set flags = flags & ~${bit.mentioned}
            where message_id = ${id} and user_id in (select value from json_each(${JSON.stringify(gone)}))`,
        ]
      : []),
    ...(mentioned.length > 0 ? [mentionReceivers(id, recipient_id, mentioned)] : []),
  ]
}

/** Only those get the flag who received the message, or touched it before: mentioning somebody else calls nobody. */
const mentionReceivers = (id: number, recipient_id: number, mentioned: readonly number[]): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select person.value, ${id}, ${bit.mentioned}
  from json_each(${JSON.stringify(mentioned)}) as person
  where exists (
    select 1 from message_flag as own where own.user_id = person.value and own.message_id = ${id}
    union all
    select 1 from conversation_member where user_id = person.value and conversation_id = ${recipient_id}
    union all
    select 1 from subscription_span
    where user_id = person.value and stream_id = ${recipient_id} and from_id <= ${id} and to_id > ${id}
  )
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`
