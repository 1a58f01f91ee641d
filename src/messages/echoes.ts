import type { Turn } from '../core/turn/change'
import type { Sql } from '../core/sql/sql'

/** A client's local echo of a message that it sends: its queue, and the name it gave the message. */
export interface Echo {
  queue_id: string
  local_id: string
}

/** Own sends among which a resend is looked for. */
const rememberedSends = 200

const echoKey = ({ queue_id, local_id }: Echo): string => JSON.stringify([queue_id, local_id])

/**
 * Local echoes among the user's latest messages, oldest first. Only a hint: senders add to the set before their message is
 * committed, so what it holds must be looked up in the database, and what it lacks was never sent.
 */
async function recentEchoes(sql: Sql, user_id: number): Promise<Set<string>> {
  const rows = await sql`
    select queue_id, local_id from (
      select id, queue_id, local_id from message
      where sender_id = ${user_id}
      order by id desc
      limit ${rememberedSends}
    )
    where local_id is not null
    order by id
  `.all<Echo>()
  return new Set(rows.map(echoKey))
}

/** The message that a client already sent under this local echo. */
async function echoedMessage(sql: Sql, user_id: number, { queue_id, local_id }: Echo): Promise<number | null> {
  const row = await sql`
    select id from (
      select id, queue_id, local_id from message
      where sender_id = ${user_id}
      order by id desc
      limit ${rememberedSends}
    )
    where queue_id = ${queue_id} and local_id = ${local_id}
  `.first<{ id: number }>()
  return row?.id ?? null
}

/** The message that the actor already sent with this echo; null when this is the first time. */
export async function alreadySent({ cached, sql, actor }: Turn, echo: Echo): Promise<number | null> {
  const echoes = await cached(recentEchoes, actor.id)
  return echoes.has(echoKey(echo)) ? echoedMessage(sql, actor.id, echo) : null
}

export async function rememberEcho({ cached, actor }: Turn, echo: Echo): Promise<void> {
  const echoes = await cached(recentEchoes, actor.id)
  echoes.add(echoKey(echo))
  if (echoes.size > rememberedSends) echoes.delete(echoes.values().next().value!)
}
