import type { Sql } from '../core/sql/sql'
import { htmlOfText } from '../edits/history'
import { storedEdits, type Edit } from '../edits/schema'
import { withoutEmbeds } from '../markdown/embeds'
import { mentionsEverybody } from '../markdown/mentions'
import { storedReactions } from '../reactions/schema'
import { storedSubmessages } from '../submessages/schema'
import type { LostAccess } from '../user-messages/lost-access'
import { withDeferredTexts, type LongText } from './long-texts'
import type { FoundRow, MessageRow, UnusedColumn } from './message-rows'
import { isTextOfWidget } from './widgets'

/**
 * Rows with all their texts, as the viewer may read them. One further round trip if texts were deferred. Leaves out messages
 * that were deleted in the meantime.
 */
export async function completeRows<T extends FoundRow>(
  sql: Sql,
  viewer: { id: number },
  rows: readonly T[],
  unused: readonly UnusedColumn[] = [],
): Promise<Complete<T>[]> {
  const complete = (await withDeferredTexts(sql, rows, unused)) as Complete<T>[]
  return complete.map((row) => rowAtLoss(viewer, row))
}

/** A found row that has its texts. */
type Complete<T extends FoundRow> = Omit<T, LongText> & Pick<MessageRow, LongText>

/**
 * The message as it was when the viewer lost access to its place, if they did (behaviour, Losing access). Reactions, votes and
 * previews have no times, so only the viewer's own ones stay, which nobody else can change, and the poll or to-do list that the
 * text of the message made.
 */
function rowAtLoss<T extends Complete<FoundRow>>(viewer: { id: number }, row: T): T {
  if (row.lost_access === null) return row
  const [lost_at, stream_name] = JSON.parse(row.lost_access) as LostAccess
  const edits = storedEdits(row.edit_history || null)
  const firstSince = edits.findLastIndex(({ timestamp }) => timestamp >= lost_at)
  const [since, until] = [edits.slice(0, firstSince + 1), edits.slice(firstSince + 1)]
  const then = { ...row, ...contentBefore(since) }
  return {
    ...then,
    stream_name: stream_name ?? row.stream_name,
    topic: since.findLast(({ prev_topic }) => prev_topic !== undefined)?.prev_topic ?? row.topic,
    rendered_content: withoutEmbeds(then.rendered_content),
    last_edit_at: until[0]?.timestamp ?? null,
    edit_history: listJson(until),
    reactions: listJson(storedReactions(row.reactions).filter(({ user_id }) => user_id === viewer.id)),
    submessages: listJson(
      storedSubmessages(row.submessages).filter(
        ({ sender_id }, index) =>
          sender_id === viewer.id || (index === 0 && isTextOfWidget(then.content || then.rendered_content)),
      ),
    ),
  }
}

/** What edits replaced. The last one is the earliest, so it has the content before all of them. */
function contentBefore(edits: readonly Edit[]): Partial<MessageRow> {
  const edit = edits.findLast(({ prev_content }) => prev_content !== undefined)
  if (edit === undefined) return {}
  const { prev_content: content = '', prev_rendered_content = htmlOfText(content) } = edit
  return {
    content,
    rendered_content: prev_rendered_content,
    is_me_message: Number(content.startsWith('/me ')),
    wildcard_mentioned: Number(mentionsEverybody(prev_rendered_content)),
  }
}

const listJson = (list: readonly unknown[]): string | null => (list.length === 0 ? null : JSON.stringify(list))
