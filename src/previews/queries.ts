import { type Sql } from '../core/sql/sql'
import type { EmbeddedPage } from '../markdown/embeds'
import { isMoved } from '../old-texts/mark'
import { htmlOf } from '../messages/stored-html'

export interface FetchedPage {
  /** The preview; null if the page has none. */
  page: EmbeddedPage | null
  /** UNIX time, seconds. */
  fetched_at: number
}

/** Maximal number of pages in the cache of a realm. Older ones are fetched again. */
export const maxCachedPages = 200

/**
 * The last fetched pages by address, the oldest first. `showPages` adds to the cached result before its change is committed: a
 * wrong or missing page only costs another fetch.
 */
export async function fetchedPages(sql: Sql, realm_id: number): Promise<Map<string, FetchedPage>> {
  const rows = await sql`
    select url, fetched_at, page from linked_page
    where realm_id = ${realm_id}
    order by fetched_at desc
    limit ${maxCachedPages}
  `.all<{ url: string; fetched_at: number; page: string | null }>()
  return new Map(
    rows
      .toReversed()
      .map(({ url, fetched_at, page }) => [
        url,
        { page: page === null ? null : (JSON.parse(page) as EmbeddedPage), fetched_at },
      ]),
  )
}

/** A message that links to pages, with its stream or conversation. */
interface LinkingMessage {
  id: number
  recipient_id: number
  /** Null for direct messages. */
  stream_name: string | null
  content: string
  rendered_content: string
  realm_settings: string
}

/**
 * The message; null if it was deleted, or its organization is deactivated. Null also for a message whose text is in the object: a preview
 * would change it without a new `last_edit_at`.
 */
export async function linkingMessage(sql: Sql, realm_id: number, message_id: number): Promise<LinkingMessage | null> {
  return sql`
    select message.id, message.recipient_id, stream.name as stream_name, message.content, ${htmlOf} as rendered_content,
      realm.settings as realm_settings
    from message
    join realm on realm.id = ${realm_id} and not realm.deactivated
    left join stream on stream.id = message.recipient_id and not message.is_private
    where message.id = ${message_id} and not ${isMoved}
  `.first()
}
