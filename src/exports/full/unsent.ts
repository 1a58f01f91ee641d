import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import type { ScheduledMessage } from '../../scheduled/queries'
import type { ExportItem } from '../chapter'
import { absentStreams, isPersonal } from './scope'
import { idIn, idsIn, lastOf, streamsIn, type FullChapter, type FullSource } from './source'
import { textsIn } from './texts'

const pageLength = 200

/** Ids of a stream or of people that the archive has, for what is written to them. */
function recipientsIn(source: FullSource, type: string, ids: readonly number[]): number[] {
  return type === 'stream' ? streamsIn(source, absentStreams(source.scope), ids) : idsIn(source, 'user', ids)
}

interface DraftRow {
  id: number
  user_id: number
  type: Records['drafts']['type']
  /** JSON. */
  recipients: string
  topic: string
  content: string
  edited_at: number
}

/** Drafts. One to a stream that is not in the archive has no recipient there. */
export const drafts: FullChapter = {
  name: 'drafts',
  async page(source, after) {
    const { sql, realm_id, scope } = source
    const rows = await sql`
      select id, user_id, type, recipients, topic, content, edited_at from draft
      where id > ${after?.[0] ?? beforeFirstId(realm_id)} and id < ${beforeFirstId(realm_id + 1)}
        and user_id <= ${lastOf(source, 'user')} and ${isPersonal(scope, fragment`user_id`)}
      order by id
      limit ${literal(pageLength)}
    `.all<DraftRow>()
    const texts = await textsIn(
      source,
      rows.map(({ content }) => content),
    )
    const items = rows.map(({ id, user_id, type, recipients, topic, edited_at }, index): ExportItem => {
      const to = recipientsIn(source, type, JSON.parse(recipients) as number[])
      const record: Records['drafts'] = {
        user_id: idIn(source, user_id),
        type: to.length === 0 ? '' : type,
        recipients: to,
        topic,
        content: texts[index]!,
        edited_at,
      }
      return { place: [id], record }
    })
    return { items, isLast: rows.length < pageLength }
  },
}

interface ScheduledRow {
  id: number
  sender_id: number
  deliver_at: number
  /** JSON: `ScheduledMessage`. */
  scheduled: string
}

/** Scheduled messages and reminders, without those to a stream that is not in the archive. */
export const scheduledMessages: FullChapter = {
  name: 'scheduled_messages',
  async page(source, after) {
    const { sql, realm_id, scope } = source
    const rows = await sql`
      select id, sender_id, deliver_at, scheduled from scheduled_message
      where id > ${after?.[0] ?? beforeFirstId(realm_id)} and id < ${beforeFirstId(realm_id + 1)}
        and sender_id <= ${lastOf(source, 'user')} and ${isPersonal(scope, fragment`sender_id`)}
      order by id
      limit ${literal(pageLength)}
    `.all<ScheduledRow>()
    const messages = rows.map(({ scheduled }) => JSON.parse(scheduled) as ScheduledMessage)
    const texts = await textsIn(
      source,
      messages.map(({ message }) => message.content),
    )
    const items = rows.map(({ id, sender_id, deliver_at }, index): ExportItem => {
      const { message, isReminder, client } = messages[index]!
      const { type, topic } = message
      const recipientIds = [JSON.parse(message.to) as number | number[]].flat()
      const recipients = recipientsIn(source, type, recipientIds)
      const record: Records['scheduled_messages'] = {
        sender_id: idIn(source, sender_id),
        deliver_at,
        is_reminder: isReminder,
        type,
        recipients,
        topic: type === 'stream' ? topic : '',
        content: texts[index]!,
        client,
        ...(message.widget_content !== undefined && { widget_content: message.widget_content }),
      }
      return { place: [id], record: recipients.length < recipientIds.length ? null : record }
    })
    return { items, isLast: rows.length < pageLength }
  },
}
