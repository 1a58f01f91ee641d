import { env } from 'cloudflare:workers'
import { fragment, type Fragment } from '../../src/core/sql/sql'
import { deleteIndexEntries, insertIndexEntries } from '../../src/messages/search-index'
import { moveMark } from '../../src/old-texts/mark'
import type { OldText } from '../../src/old-texts/schema'
import { oldTextsObject } from './old-texts'
import type { StoredRealm } from './stored-realm'

/** Texts of one call of the object. */
const textsOfCall = 500

const statement = ({ text, values }: Fragment): D1PreparedStatement => env.DB.prepare(text).bind(...values)

/**
 * Moves the texts of these messages to the object, whatever their age. The others up to the last of them are as if their texts had come
 * back.
 */
export async function moveTexts(realm: StoredRealm, message_ids: readonly number[]): Promise<void> {
  for (let start = 0; start < message_ids.length; start += textsOfCall)
    await moveSome(realm, message_ids.slice(start, start + textsOfCall))
  const upTo = Math.max(0, ...message_ids)
  await realm.behindTheWriter(
    statement(fragment`update realm set old_texts_up_to = max(old_texts_up_to, ${upTo}) where id = ${realm.id}`),
    statement(fragment`
      insert or ignore into returned_text (message_id, returned_at)
      select message.id, message.sent_at from realm cross join message on message.id > (realm.id - 1) * 4294967296
      where realm.id = ${realm.id} and message.id <= realm.old_texts_up_to and message.rendered_content not like '>%'`),
  )
}

async function moveSome(realm: StoredRealm, message_ids: readonly number[]): Promise<void> {
  const ids = fragment`(select value from json_each(${JSON.stringify(message_ids)}))`
  const { results } = await statement(fragment`
    select id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content from message
    where id in ${ids} and rendered_content not like '>%'`).all<OldText & Record<string, unknown>>()
  await oldTextsObject(realm).store(results)
  const marks = results.map(({ id, content, rendered_content }) => [
    id,
    moveMark(new TextEncoder().encode(content + rendered_content).length),
  ])
  await env.DB.batch(
    [
      deleteIndexEntries(ids),
      fragment`
        update message
        set content = '', rendered_content = mark.value ->> 1, queue_id = null, local_id = null, commit_token = null
        from json_each(${JSON.stringify(marks)}) as mark where message.id = mark.value ->> 0`,
      insertIndexEntries(ids),
    ].map(statement),
  )
}
