import type { Turn } from '../core/turn/change'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { searchHits } from '../narrow/search'

/** A client's local echo of a message: its event queue, and the client's own id of the message (behaviour, Local echo). */
export interface Echo {
  queue_id: string
  local_id: string
}

/** Number of a user's latest messages that are searched for a repeated echo. */
const rememberedSends = 200

const echoKey = ({ queue_id, local_id }: Echo): string => JSON.stringify([queue_id, local_id])

/** A user's latest messages. */
const latestOf = (user_id: number): Fragment => {
  const { from, where } = searchHits({ words: [], sender_id: user_id })
  return fragment`(
    select message.id, queue_id, local_id from ${from} cross join message on message.id = hit.rowid
    where ${where}
    order by hit.rowid desc
    limit ${rememberedSends}
  )`
}

/**
 * Local echoes of the user's latest messages, the oldest first. An echo is added before its message is committed, so an echo in
 * the set must be looked up in the database. An echo that is not in the set belongs to none of these messages.
 */
async function recentEchoes(sql: Sql, user_id: number): Promise<Set<string>> {
  const rows = await sql`
    select queue_id, local_id from ${latestOf(user_id)}
    where local_id is not null
    order by id
  `.all<Echo>()
  return new Set(rows.map(echoKey))
}

/** The id of the message with this local echo. */
async function echoedMessage(sql: Sql, user_id: number, { queue_id, local_id }: Echo): Promise<number | null> {
  const row = await sql`
    select id from ${latestOf(user_id)}
    where queue_id = ${queue_id} and local_id = ${local_id}
  `.first<{ id: number }>()
  return row?.id ?? null
}

/** The id of the message that the actor already sent with this echo; null if the echo is new. */
export async function messageWithEcho({ cached, sql, actor }: Turn, echo: Echo): Promise<number | null> {
  const echoes = await cached(recentEchoes, actor.id)
  return echoes.has(echoKey(echo)) ? echoedMessage(sql, actor.id, echo) : null
}

export async function rememberEcho({ cached, actor }: Turn, echo: Echo): Promise<void> {
  const echoes = await cached(recentEchoes, actor.id)
  echoes.add(echoKey(echo))
  if (echoes.size > rememberedSends) echoes.delete(echoes.values().next().value!)
}
