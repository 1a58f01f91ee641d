import type { Step, SystemTurn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import { massDeletion, type DeletableMessage } from '../edits/mass-deletion'
import { settingsOf } from '../accounts/settings'

/** Maximal number of messages that one change reads per stream or conversation, and that it deletes in total. */
const maxMessages = { ofPlace: 50, together: 1000 }

/** Deletes messages after the retention time of their stream or the organization; null if there are none. */
export async function expireMessages(turn: SystemTurn): Promise<Step | null> {
  const { sql, realm_id, now } = turn
  const old = await oldMessages(sql, realm_id, now)
  if (old.length === 0) return null
  return massDeletion(turn, old)
}

/** Messages to delete, by id. Reads each stream or conversation from its oldest message, so that it reads few rows that stay. */
async function oldMessages(sql: Sql, realm_id: number, now: number): Promise<DeletableMessage[]> {
  const realm = await sql`select settings from realm where id = ${realm_id} and not deactivated`.first<{
    settings: string
  }>()
  if (realm === null) return []
  const { message_retention_days } = settingsOf({ realm_settings: realm.settings })
  return sql`
    select message.id, message.recipient_id, message.is_private, message.topic
    from (
      select id, coalesce(message_retention_days, ${message_retention_days}) as days from stream
      where realm_id = ${realm_id} and not deactivated
      union all
      select id, ${message_retention_days} from conversation
      where ${inRealm(fragment`id`, realm_id)} and ${message_retention_days} > 0
    ) as place
    cross join message on message.id in (
      select id from message as oldest
      where oldest.recipient_id = place.id
      order by id
      limit ${maxMessages.ofPlace}
    )
    where place.days > 0 and message.sent_at < ${now} - place.days * ${daySeconds}
    order by message.id
    limit ${maxMessages.together}
  `.all()
}
