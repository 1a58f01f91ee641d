import { fragment, type Fragment } from '../core/sql/sql'

/**
 * Entries of the full-text index, from the view `message_words` of `schema.sql` of stored messages. `ids` is a subquery or a list
 * in parentheses.
 */
export const insertIndexEntries = (ids: Fragment): Fragment => fragment`
  insert into message_search (rowid, topic, content, sender)
  select id, topic, content, sender from message_words
  where id in ${ids}`

/**
 * Deletes entries. Must come before the messages change, because SQLite takes the words of an entry from the message. Skips
 * messages without an entry, because deleting a missing entry would corrupt the index.
 */
export const deleteIndexEntries = (ids: Fragment): Fragment => fragment`
  delete from message_search
  where rowid in (select id from message_search_docsize where id in ${ids})`
