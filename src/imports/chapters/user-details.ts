import type { Records } from '../../archive/records'
import { ApiError } from '../../core/base/errors'
import { parsedJson } from '../../core/base/json'
import { foldCase, unprintable } from '../../core/base/unicode'
import { fragment } from '../../core/sql/sql'
import { canonicalName } from '../../emoji/names'
import { renderDescription } from '../../markdown/render'
import { fieldTypes, isMarkdown } from '../../profile-fields/field-types'
import { profileFields, type ProfileFieldRow } from '../../profile-fields/queries'
import { profileValue } from '../../profile-fields/values'
import type { Batch, BatchStep } from '../batch'

type UserRecord = Records['users']

/** Alert words of one user at most (src/alert-words/actions.ts). */
const maxAlertWords = 200

/** Profiles, alert words and statuses of those accounts that `isWanted` admits. */
export async function writeUserDetails(
  batch: Batch<UserRecord>,
  isWanted: (record: UserRecord) => boolean,
): Promise<BatchStep> {
  const fields = new Map(
    (await batch.turn.cached(profileFields, batch.turn.realm_id)).map((field) => [field.id, field]),
  )
  const values: object[] = []
  const words: [number, string][] = []
  const statuses: object[] = []
  for (const [index, record] of batch.records.entries()) {
    if (!isWanted(record)) continue
    const user_id = batch.idOf('user', record.id)
    for (const [id, value] of Object.entries(record.profile)) {
      const field = fields.get(batch.idOf('field', Number(id)))
      if (field === undefined) batch.refuse(index, 'profile', 'There is no such profile field')
      const stored = valueOf(batch, index, field, value)
      if (stored === null) continue
      const rendered_value = isMarkdown(field.type) ? renderDescription(stored) : null
      values.push({ user_id, field_id: field.id, value: stored, rendered_value })
    }
    for (const word of wordsOf(record)) words.push([user_id, word])
    if (record.status !== null) statuses.push({ user_id, ...statusOf(batch, record.status) })
  }
  return {
    writes: [
      fragment`
        insert into profile_value (user_id, field_id, value, rendered_value)
        select value ->> 'user_id', value ->> 'field_id', value ->> 'value', value ->> 'rendered_value'
        from json_each(${JSON.stringify(values)})
        where true
        on conflict (user_id, field_id) do update set value = excluded.value, rendered_value = excluded.rendered_value`,
      fragment`
        insert or ignore into alert_word (user_id, word)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(words)})`,
      fragment`
        insert or replace into user_status (user_id, away, status_text, emoji_name, emoji_code, reaction_type)
        select value ->> 'user_id', value ->> 'away', value ->> 'text', value ->> 'emoji_name', value ->> 'emoji_code',
          value ->> 'reaction_type'
        from json_each(${JSON.stringify(statuses)})`,
    ],
    rows: 2 * values.length + words.length + statuses.length,
  }
}

/** A value as it is stored; null for one that does not fit the field. */
function valueOf(batch: Batch<UserRecord>, index: number, field: ProfileFieldRow, value: string): string | null {
  const list = field.type === fieldTypes.users ? parsedJson(value) : null
  const ids = Array.isArray(list)
    ? list
        .filter((id): id is number => Number.isInteger(id) && id > 0 && id <= batch.lastId('user'))
        .map((id) => batch.idOf('user', id))
    : []
  try {
    return profileValue(field, field.type === fieldTypes.users ? ids : value, new Set(ids))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    batch.note(index, `A value of the profile is left out: ${error.message}`)
    return null
  }
}

/** Alert words, each once in any case. */
function wordsOf({ alert_words }: UserRecord): string[] {
  const byKey = new Map(
    alert_words
      .map((word) => word.trim())
      .filter((word) => word !== '' && !unprintable.test(word))
      .map((word) => [foldCase(word), word]),
  )
  return [...byKey.values()].slice(0, maxAlertWords)
}

/** A status. An emoji that is unknown here is left out. */
function statusOf(batch: Batch<UserRecord>, status: NonNullable<UserRecord['status']>) {
  const { away, text, emoji_name, emoji_code, reaction_type } = status
  const none = { away, text, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  if (reaction_type === 'realm_emoji' && Number(emoji_code) > 0 && Number(emoji_code) <= batch.lastId('emoji'))
    return { ...none, emoji_name, emoji_code: String(batch.idOf('emoji', Number(emoji_code))), reaction_type }
  if (reaction_type === 'unicode_emoji' && canonicalName(emoji_code) !== undefined)
    return { ...none, emoji_name, emoji_code }
  return none
}
