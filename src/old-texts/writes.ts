import { beforeFirstId, inRealm } from '../core/sql/ids'
import { jsonLists } from '../core/sql/json-lists'
import { Fragment, fragment } from '../core/sql/sql'
import { isStateKey } from '../integrations/state-keys'
import { deleteIndexEntries, insertIndexEntries } from '../messages/search-index'
import { htmlOfStored } from '../messages/stored-html'
import { isMoved, moveMark } from './mark'
import { messageColumns, type WholeRow } from './queries'
import type { StoredTexts, TextKey } from './schema'

export const idsSubquery = (ids: readonly number[]): Fragment =>
  fragment`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Takes the texts out of these rows, and their words out of the search index, which keeps the sender. The rows are deleted and inserted
 * again, because SQLite does not move rows together when one shrinks in its place.
 */
export function shortenRows(rows: readonly WholeRow[]): Fragment[] {
  if (rows.length === 0) return []
  const all = idsSubquery(rows.map(({ id }) => id))
  return [
    deleteIndexEntries(all),
    fragment`delete from message where id in ${all}`,
    ...jsonLists(rows.map(rowWithoutText)).map(({ json }) => insertRows(json)),
    insertIndexEntries(all),
  ]
}

const rowWithoutText = (row: WholeRow): object => ({
  ...row,
  content: '',
  rendered_content: moveMark(Buffer.byteLength(row.content) + Buffer.byteLength(htmlOfStored(row))),
  commit_token: null,
  // Integrations find the message of a build, and list what they posted, by it.
  queue_id: row.queue_id !== null && isStateKey(row.queue_id) ? row.queue_id : null,
  local_id: null,
})

const insertRows = (json: string): Fragment =>
  new Fragment(
    `insert into message (${messageColumns.join(', ')})
    select ${messageColumns.map((name) => `value ->> '${name}'`).join(', ')} from json_each(?)`,
    [json],
  )

/** Brings texts back into rows of moved messages. Their entries of the search index must be deleted before, and inserted afterwards. */
export const returnTexts = (texts: readonly (Pick<TextKey, 'id'> & StoredTexts)[]): Fragment[] =>
  jsonLists(texts).map(
    ({ json }) => fragment`
      update message set content = returned.value ->> 'content', rendered_content = returned.value ->> 'rendered_content'
      from json_each(${json}) as returned
      where message.id = returned.value ->> 'id'`,
  )

/** Notes that the texts of moved messages come back, before they do. They move again when they have not changed for long. */
export const noteReturns = (realm_id: number, ids: readonly number[], now: number): Fragment[] => [
  removeTexts(realm_id, ids),
  fragment`
    insert into returned_text (message_id, returned_at)
    select id, ${Math.floor(now)} from message where id in ${idsSubquery(ids)} and ${isMoved}
    on conflict (message_id) do update set returned_at = excluded.returned_at`,
]

/** Notes that these messages, which are old enough, were changed lately, and when that was. */
export const noteLateChanges = (changes: readonly { readonly id: number; readonly changed_at: number }[]): Fragment[] =>
  changes.length === 0
    ? []
    : [
        fragment`
          insert into returned_text (message_id, returned_at)
          select value ->> 'id', value ->> 'changed_at' from json_each(${JSON.stringify(changes)}) where true
          on conflict (message_id) do update set returned_at = excluded.returned_at`,
      ]

/** Has the object remove the texts of those of these messages that moved, before their rows change or go. */
export const removeTexts = (realm_id: number, ids: readonly number[]): Fragment =>
  removeTextsWhere(realm_id, fragment`id in ${idsSubquery(ids)}`)

/** Forgets all texts of a realm, before all of its messages go. */
export const forgetTexts = (realm_id: number): Fragment[] => [
  removeTextsWhere(realm_id, inRealm(fragment`id`, realm_id)),
  fragment`delete from returned_text where ${inRealm(fragment`message_id`, realm_id)}`,
  noteMovedUpTo(realm_id, 0),
]

const removeTextsWhere = (realm_id: number, condition: Fragment): Fragment => fragment`
  insert into old_text_removal (id, texts)
  select ${nextRemovalId(realm_id)}, texts
  from (
    select json_group_array(json_array(id, last_edit_at)) as texts, count(*) as amount
    from message where ${condition} and ${isMoved}
  )
  where amount > 0`

/** Has the object remove copies of texts that did not move after all. */
export const removeCopies = (realm_id: number, keys: readonly TextKey[]): Fragment[] =>
  keys.length === 0
    ? []
    : [
        fragment`
          insert into old_text_removal (id, texts)
          select ${nextRemovalId(realm_id)}, ${JSON.stringify(keys.map(({ id, last_edit_at }) => [id, last_edit_at]))}`,
      ]

const nextRemovalId = (realm_id: number): Fragment => fragment`
  (select coalesce(max(id), ${beforeFirstId(realm_id)}) + 1 from old_text_removal where ${inRealm(fragment`id`, realm_id)})`

export const deleteRemovals = (ids: readonly number[]): Fragment[] =>
  ids.length === 0 ? [] : [fragment`delete from old_text_removal where id in ${idsSubquery(ids)}`]

/** Removes these messages from `returned_text`. */
export const forgetReturned = (ids: readonly number[]): Fragment[] =>
  ids.length === 0 ? [] : [fragment`delete from returned_text where message_id in ${idsSubquery(ids)}`]

/** Notes that all texts above this message are in the database. */
export const noteReturnedDownTo = (realm_id: number, id: number): Fragment[] => [
  fragment`delete from returned_text where message_id > ${id} and ${inRealm(fragment`message_id`, realm_id)}`,
  noteMovedUpTo(realm_id, id),
]

export const noteMovedUpTo = (realm_id: number, id: number): Fragment =>
  fragment`update realm set old_texts_up_to = ${id} where id = ${realm_id}`

/** Merges about this many pages of the search index. A negative number begins to merge all of it (`'merge'` of FTS5). */
export const mergeIndex = (pages: number): Fragment =>
  fragment`insert into message_search (message_search, rank) values ('merge', ${pages})`
