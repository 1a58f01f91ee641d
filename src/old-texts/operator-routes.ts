import { z } from 'zod'
import { hashOfKey, isWellFormedKey } from '../auth/keys'
import { refused, type ApiError } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import { endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { realmOf } from '../core/sql/ids'
import type { Sql } from '../core/sql/sql'
import { askOldTexts, oldTextsUnavailable } from './client'
import type { FoundText } from './schema'

const invalidKey = (): ApiError => refused('Invalid operator key, or no such organization.')

/** Texts of one answer. */
const maxTextsOfAnswer = 500

/**
 * Texts of old messages that are not in the database, for a copy of the database (`npm run dump`). Needs no account: whoever can write to
 * the database is the operator, and writes the hash of a key there. Texts that are not there are left out.
 *
 * @error BAD_REQUEST The key is wrong or too old, or the messages are of several organizations or of none in this database.
 * @error OLD_TEXTS_UNAVAILABLE The texts cannot be read now. Try again in a minute.
 */
export const operatorOldTextsEndpoint = endpoint('POST /operator/old_texts', {
  summary: 'Texts of old messages, for a copy of the database',
  auth: 'none',
  params: {
    /** The key whose hash (SHA-256, hexadecimal) is in the table `operator_key` of the database. */
    operator_key: text(z.string().max(100)),
    /** Ids of messages of one organization, at most 500. */
    message_ids: json(z.array(z.int().positive()).min(1).max(maxTextsOfAnswer)),
  },
  returns: {
    /** The texts as they are stored, in no order. */
    old_texts: z.array(
      z.object({
        /** Id of the message. */
        id: z.int(),
        /** When the message was last edited, in seconds since 1970; null: never. The text belongs to this state of the message. */
        last_edit_at: z.int().nullable(),
        /** The Markdown. */
        content: z.string(),
        /** The HTML; `=`: the content as a paragraph. */
        rendered_content: z.string(),
      }),
    ),
  },
  async run({ params: { operator_key, message_ids }, sql }) {
    const realm_id = realmOf(message_ids[0]!)
    if (!isWellFormedKey(operator_key) || !(await isOperator(sql, operator_key, realm_id))) throw invalidKey()
    if (message_ids.some((id) => realmOf(id) !== realm_id)) throw refused('All messages must be of one organization.')
    if (sql.objects === undefined) throw oldTextsUnavailable()
    const old_texts = await askOldTexts<FoundText[]>(sql.objects, realm_id, (object) =>
      object.texts(message_ids, ['content', 'rendered_content']),
    )
    return { old_texts: old_texts as Required<FoundText>[] }
  },
})

/** Days for which the platform can bring an object back to an earlier state. */
const recoveryDays = 30

/**
 * Brings the texts of old messages back to the state of an earlier time, after the database was restored to it: texts that came back or were
 * deleted since then are missing otherwise. Needs no account, but the key of the operator, as `POST /operator/old_texts` does. Only the
 * deployed platform can do it, not a local server.
 *
 * @error BAD_REQUEST The key is wrong or too old, the organization is not in this database, or the time is not one of the last 30 days.
 * @error OLD_TEXTS_UNAVAILABLE It could not be done. Nothing was changed.
 */
export const restoreOldTextsEndpoint = endpoint('POST /operator/old_texts/restore', {
  summary: 'Bring texts of old messages back to an earlier state',
  auth: 'none',
  params: {
    /** The key whose hash (SHA-256, hexadecimal) is in the table `operator_key` of the database. */
    operator_key: text(z.string().max(100)),
    /** Id of the organization, as in the table `realm`. */
    realm_id: json(z.int().positive()),
    /** The time to which the database was restored, in seconds since 1970 UTC. */
    timestamp: json(z.int().positive()),
  },
  returns: {},
  async run({ params: { operator_key, realm_id, timestamp }, sql }) {
    if (!isWellFormedKey(operator_key) || !(await isOperator(sql, operator_key, realm_id))) throw invalidKey()
    const now = Date.now() / 1000
    if (timestamp > now || timestamp < now - recoveryDays * daySeconds)
      throw refused(`The time must be one of the last ${recoveryDays} days.`)
    const { objects } = sql
    if (objects === undefined) throw oldTextsUnavailable()
    await askOldTexts(objects, realm_id, (object) => object.goBack(timestamp))
    // The object ends in this call, so that it never answers.
    await askOldTexts(objects, realm_id, (object) => object.restart()).catch(() => undefined)
    return {}
  },
})

/** Whether this key is of the operator of the database that has the organization. */
async function isOperator(sql: Sql, key: string, realm_id: number): Promise<boolean> {
  const row = await sql`
    select 1 as one from operator_key
    where key_hash = ${hashOfKey(key)} and expires_at > ${Date.now() / 1000}
      and exists (select 1 from realm where id = ${realm_id})
  `.first()
  return row !== null
}
