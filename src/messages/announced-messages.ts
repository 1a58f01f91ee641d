import { fragment, type Sql } from '../core/sql/sql'
import { isChangedSince, type Reader } from '../user-messages/lost-access'
import { isDelivered, messagesOf } from '../user-messages/rows'
import { roles } from '../accounts/roles'
import { completeRows } from './as-it-was'
import { idRange, type Viewer } from './id-range'
import { inlineLimit, rowsWithinBudget } from './long-texts'
import { messageRows, type FoundRow, type MessageRow } from './message-rows'

/** Properties that only the event of a message has. */
interface Announcement {
  event_id: number
  /** Whether the viewer received the message or was mentioned in it. Otherwise they only listen to its public stream. */
  is_delivered: number
  queue_id: string | null
  local_id: string | null
}

/** Maximal number of messages in one read. */
const maxMessages = 500

/** Approximate maximal bytes of their texts. */
const budget = 2_000_000

/**
 * Messages that were announced after one event and up to another, the oldest first: those that the viewer received or was
 * mentioned in, and with `allPublicStreams` those in public streams. All have ids from `from_id` on. One read finds a limited
 * number; there are no others up to the event `complete_to`.
 */
export async function announcedMessages(
  sql: Sql,
  viewer: Viewer,
  { from_id, after, up_to, allPublicStreams }: EventRange,
): Promise<{ rows: (MessageRow & Announcement)[]; complete_to: number }> {
  const { low, high } = idRange(viewer, { from: from_id })
  const from = messagesOf(viewer.id, {
    from: fragment`message`,
    where: fragment`
      message.id >= ${low} and message.id < ${high} and message.event_id > ${after} and message.event_id <= ${up_to}`,
    orderBy: fragment`order by message.id`,
  })
  const role = fragment`(select role from user where user.id = ${viewer.id})`
  const reader: Reader = { id: viewer.id, role }
  // Nothing is public to a guest, and the viewer may have become one since the queue began.
  const isPublic = fragment`
    ${role} <> ${roles.guest}
    and exists (
      select 1 from stream where stream.id = message.recipient_id and not message.is_private and not invite_only
    )`
  const found = (await messageRows(
    sql,
    { from, where: fragment`${isDelivered} or (${allPublicStreams} and ${isPublic})` },
    {
      viewer: reader,
      recipient_id: null,
      limit: maxMessages,
      inline: inlineLimit(budget, maxMessages),
      unused,
      also: {
        // A user who lost access gets the event with the message as it was at that time.
        edit_history: fragment`iif(${isChangedSince(reader)}, message.edit_history, null)`,
        event_id: fragment`message.event_id`,
        is_delivered: isDelivered,
        queue_id: fragment`message.queue_id`,
        local_id: fragment`message.local_id`,
      },
    },
  )) as (FoundRow & Announcement)[]
  const all = { before: [], at: [], after: found, found_oldest: true, found_newest: found.length < maxMessages }
  const near = rowsWithinBudget(all, budget)
  return {
    rows: await completeRows(sql, viewer, near.after, unused),
    complete_to: near.found_newest ? up_to : near.after.at(-1)!.event_id,
  }
}

/** Columns that the event does not have, because it shows the message as it was sent. */
const unused = ['edit_history'] as const

interface EventRange {
  from_id: number
  after: number
  up_to: number
  allPublicStreams: boolean
}
