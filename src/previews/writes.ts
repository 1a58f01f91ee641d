import { fragment, type Fragment } from '../core/sql/sql'
import type { EmbeddedPage } from '../markdown/embeds'

export const storePages = (
  realm_id: number,
  fetched_at: number,
  pages: readonly { url: string; page: EmbeddedPage | null }[],
): Fragment => fragment`
  insert into linked_page (realm_id, fetched_at, url, page)
  select ${realm_id}, ${fetched_at}, value ->> 'url', value -> 'page' from json_each(${JSON.stringify(pages)}) where true
  on conflict do nothing`

export const deletePagesBefore = (realm_id: number, before: number): Fragment => fragment`
  delete from linked_page where realm_id = ${realm_id} and fetched_at < ${before}`
