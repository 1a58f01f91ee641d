import { env } from 'cloudflare:workers'
import type { OldTexts } from '../../src/old-texts/old-texts-object'
import type { OldTextsAnswer } from '../../src/old-texts/schema'
import type { TestRealm } from './realm'

const daySeconds = 24 * 3600

/** The object with the texts of a realm's old messages. */
export const oldTextsObject = (realm: Pick<TestRealm, 'id'>): DurableObjectStub<OldTexts> =>
  (env.OLD_TEXTS as DurableObjectNamespace<OldTexts>).getByName(String(realm.id))

/** What the object has of these messages. */
export async function textsInObject(realm: Pick<TestRealm, 'id'>, ids: readonly number[]): Promise<unknown[]> {
  const answer = await oldTextsObject(realm).texts(ids, ['content', 'rendered_content'])
  return (JSON.parse(answer) as OldTextsAnswer<unknown[]>).result
}

/** Makes messages of a realm this many days older: all, or those with these ids. Edits become older only if the text is in the database. */
export async function ageMessages(realm: TestRealm, days: number, ids?: readonly number[]): Promise<void> {
  const wanted = ids === undefined ? '' : 'and id in (select value from json_each(?3))'
  const messages = env.DB.prepare(
    `update message
    set sent_at = sent_at - ?2, last_edit_at = iif(substr(rendered_content, 1, 1) = '>', last_edit_at, last_edit_at - ?2)
    where id > (?1 - 1) * 4294967296 and id <= ?1 * 4294967296 ${wanted}`,
  )
  const returned = env.DB.prepare(
    `update returned_text set returned_at = returned_at - ?2
    where message_id > (?1 - 1) * 4294967296 and message_id <= ?1 * 4294967296`,
  )
  const seconds = days * daySeconds
  const values = ids === undefined ? [] : [JSON.stringify(ids)]
  await realm.behindTheWriter(messages.bind(realm.id, seconds, ...values), returned.bind(realm.id, seconds))
}

/** Has the texts of messages that are older than this many days move from now on; null: those of none. */
export const setOldTexts = (realm: TestRealm, days: number | null): Promise<void> =>
  realm.behindTheWriter(
    env.DB.prepare(`update realm set settings = json_set(settings, '$.old_texts_after_days', ?) where id = ?`).bind(
      days,
      realm.id,
    ),
  )

/** Does the daily work, and then all steps that move texts. */
export async function moveOldTexts(realm: TestRealm, database = env.DB): Promise<void> {
  await realm.inObject((_, { storage }) => void storage.kv.delete('daily'))
  await realm.ringAlarm()
  await waitUntilMoved(realm, database)
}

/** Does all steps that move texts, until none is left. */
export async function waitUntilMoved(realm: TestRealm, database = env.DB): Promise<void> {
  for (let step = 0; (await stepsOf(realm, database)) > 0; step += 1) {
    if (step > 500) throw new Error('Steps that move texts do not end')
    await realm.ringAlarm()
  }
}

async function stepsOf(realm: TestRealm, database: D1Database): Promise<number> {
  const row = await database
    .prepare(
      `select count(*) as amount from job
      where kind in ('moveOldTexts', 'mergeWords') and id > (?1 - 1) * 4294967296 and id <= ?1 * 4294967296`,
    )
    .bind(realm.id)
    .first<{ amount: number }>()
  return row!.amount
}

/** Ids of a realm's messages whose text is not in the database. */
export async function movedIds(realm: Pick<TestRealm, 'id'>, database = env.DB): Promise<number[]> {
  const { results } = await database
    .prepare(
      `select id from message
      where substr(rendered_content, 1, 1) = '>' and id > (?1 - 1) * 4294967296 and id <= ?1 * 4294967296 order by id`,
    )
    .bind(realm.id)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

/** Fails if the search index of the database or of the object has other words than the texts. */
export async function checkIndexes(realm: Pick<TestRealm, 'id'>, database = env.DB): Promise<void> {
  await database.prepare(`insert into message_search (message_search, rank) values ('integrity-check', 1)`).run()
  await oldTextsObject(realm).checkIndex()
}
