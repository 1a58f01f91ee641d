import { z } from 'zod'
import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import type { Import } from './queries'

/** What an organization has of what archives count. */
export const contentsShape = {
  /** People, also deactivated ones. */
  people: z.int(),
  /** Streams, also archived ones. */
  streams: z.int(),
  /** Topics of streams. */
  topics: z.int(),
  /** Messages, up to the last one of the archive. */
  messages: z.int(),
  /** Those of them that are private. */
  private_messages: z.int(),
  /** Uploaded files. */
  files: z.int(),
  /** Reactions to these messages. */
  reactions: z.int(),
  /** Subscriptions, also ended ones. */
  subscriptions: z.int(),
  /** Stars, mentions and other rare flags of these messages, and stored groups of 32 messages of which a person read some. */
  marks: z.int(),
}

type Contents = { [Name in keyof typeof contentsShape]: number }

/** Counts what is in the database. Reads two rows for each message. */
export async function contentsOf(sql: Sql, { realm_id, plan }: Import): Promise<Contents> {
  const last = beforeFirstId(realm_id) + plan.manifest.last_ids.message
  const isUser = inRealm(fragment`user_id`, realm_id)
  const [things, messages, topics, marks] = await Promise.all([
    sql`
      select
        (select count(*) from user where ${inRealm(fragment`id`, realm_id)} and bot_type is null) as people,
        (select count(*) from stream where ${inRealm(fragment`id`, realm_id)}) as streams,
        (select count(*) from attachment where ${inRealm(fragment`id`, realm_id)}) as files,
        (select count(*) from subscription where ${isUser}) as subscriptions
    `.first<Pick<Contents, 'people' | 'streams' | 'files' | 'subscriptions'>>(),
    sql`
      select count(*) as messages, coalesce(sum(is_private), 0) as private_messages,
        coalesce(sum(json_array_length(reactions)), 0) as reactions
      from message where ${inRealm(fragment`id`, realm_id)} and id <= ${last}
    `.first<Pick<Contents, 'messages' | 'private_messages' | 'reactions'>>(),
    sql`
      select count(*) as topics from (
        select distinct recipient_id, topic_key from message
        where ${inRealm(fragment`recipient_id`, realm_id)} and not is_private and id <= ${last}
      )
    `.first<Pick<Contents, 'topics'>>(),
    sql`
      select
        (select count(*) from message_flag where ${isUser} and message_id <= ${last})
        + (select count(*) from read_page cross join json_each(words) where ${isUser})
        + (select count(*) from read_recent cross join json_each(read_recent.marks) as own cross join json_each(own.value)
           where realm_id = ${realm_id}) as marks
    `.first<Pick<Contents, 'marks'>>(),
  ])
  return { ...things!, ...messages!, ...topics!, ...marks! }
}
