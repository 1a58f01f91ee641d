import { fragment, type Fragment } from '../core/sql/sql'

/**
 * The full-text index of topics and words. What `plainText` of markdown/plain-text makes of a message's HTML are its words.
 * The index has no `update`: an entry is deleted and inserted again.
 */
export const insertIndexEntry = (id: number, topic: string, words: string): Fragment => fragment`
  insert into message_search (rowid, topic, content) values (${id}, ${topic}, ${words})`

/** Entries from a query that selects id, topic and words. */
export const insertIndexEntries = (select: Fragment): Fragment => fragment`
  insert into message_search (rowid, topic, content)
  ${select}`

/** `ids` is a subquery or a list in parentheses. */
export const deleteIndexEntries = (ids: Fragment): Fragment => fragment`
  delete from message_search where rowid in ${ids}`
