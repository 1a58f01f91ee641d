import { fragment, type Fragment } from '../core/sql/sql'

/**
 * Entries of the full-text index, made of what the view `message_words` of `schema.sql` has of stored messages. `ids` is a
 * subquery or a list in parentheses.
 */
export const insertIndexEntries = (ids: Fragment): Fragment => fragment`
  insert into message_search (rowid, topic, content, sender)
  select id, topic, content, sender from message_words
  where id in ${ids}`

/**
 * Deletes entries. It has to come before the messages change: SQLite finds the words of an entry in the message. Messages
 * without an entry are passed over, because to delete what is not there would break the index.
 */
export const deleteIndexEntries = (ids: Fragment): Fragment => fragment`
  delete from message_search
  where rowid in (select id from message_search_docsize where id in ${ids})`
