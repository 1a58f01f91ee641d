import { fragment, type Sql } from '../core/sql/sql'
import { isDelivered, messagesOf } from '../user-messages/rows'
import { roles } from '../accounts/roles'
import { fitting } from './fitting'
import { completed, share } from './long-texts'
import { messageRows, stretchOf, type FoundRow, type Viewer } from './page'

/** A message with what only its event tells. */
export interface AnnouncedRow extends FoundRow {
  event_id: number
  /** Else it is only allPublicStreams. */
  is_delivered: number
  queue_id: string | null
  local_id: string | null
}

/** Messages of one read, and bytes of their texts, about; what follows is found by the next. */
const mostMessages = 500
const budget = 2_000_000

/**
 * Messages that were announced after one event and up to another, oldest first: those that the viewer received or was
 * mentioned in, and if they overhear, those of public streams. All have ids from `from_id` on. As many as one read may
 * find; `complete_to` is the event up to which there are no others.
 */
export async function announcedMessages(
  sql: Sql,
  viewer: Viewer,
  { from_id, after, up_to, allPublicStreams }: Announced,
): Promise<{ rows: AnnouncedRow[]; complete_to: number }> {
  const { low, high } = stretchOf(viewer, { from: from_id })
  const from = messagesOf(viewer.id, {
    from: fragment`message`,
    where: fragment`
      message.id >= ${low} and message.id < ${high} and message.event_id > ${after} and message.event_id <= ${up_to}`,
    orderBy: fragment`order by message.id`,
  })
  // To a guest nothing is public; they may have become one since the queue began.
  const isPublic = fragment`
    (select role from user where user.id = ${viewer.id}) <> ${roles.guest}
    and exists (
      select 1 from stream where stream.id = message.recipient_id and not message.is_private and not invite_only
    )`
  const found = (await messageRows(
    sql,
    { from, where: fragment`${isDelivered} or (${allPublicStreams} and ${isPublic})` },
    {
      user_id: viewer.id,
      recipient_id: null,
      limit: mostMessages,
      inline: share(budget, mostMessages),
      // Events are as the message was when it was sent.
      unused,
      also: {
        event_id: fragment`message.event_id`,
        is_delivered: isDelivered,
        queue_id: fragment`message.queue_id`,
        local_id: fragment`message.local_id`,
      },
    },
  )) as AnnouncedRow[]
  const all = { before: [], at: [], after: found, found_oldest: true, found_newest: found.length < mostMessages }
  const near = fitting(all, (row) => row, { weight: ({ weight }) => weight, budget })
  return {
    rows: await completed(sql, near.after, unused),
    complete_to: near.found_newest ? up_to : near.after.at(-1)!.event_id,
  }
}

/** Columns of which the event says nothing. */
const unused = ['edit_history'] as const

interface Announced {
  from_id: number
  after: number
  up_to: number
  allPublicStreams: boolean
}
