import type { Step, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { renderedDescription } from '../messages/rendering'
import { userChanged } from '../users/events'
import { activePeople, profileFields, valuesOfUser, type ProfileFieldRow } from './queries'
import { isMarkdown } from './field-types'
import { isEmptyValue, profileValue, type SentValue } from './values'

/** A new value of one profile field. */
export interface ProfileEntry {
  id: number
  value: SentValue
}

/**
 * Changes a user's profile, all of the entries or none. Empty values are removed. Each changed field causes one event for
 * everybody; null if none changes.
 */
export async function changeProfileData(
  turn: Turn,
  user_id: number,
  entries: readonly ProfileEntry[],
): Promise<Step | null> {
  const { cached, sql, realm_id } = turn
  const fields = new Map((await cached(profileFields, realm_id)).map((field) => [field.id, field]))
  const named = entries.flatMap(({ value }) => (Array.isArray(value) ? value : []))
  const people = named.length > 0 ? await activePeople(sql, realm_id, named) : new Set<number>()
  // Several entries for one field: the last counts.
  const requested = new Map<number, string | null>()
  for (const { id, value } of entries) {
    const field = fields.get(id)
    if (field === undefined) throw refused(`Field id ${id} not found.`)
    requested.set(id, isEmptyValue(value) ? null : profileValue(field, value, people))
  }
  const present = new Map((await valuesOfUser(sql, realm_id, user_id)).map(({ field_id, value }) => [field_id, value]))
  const changed = [...requested].filter(([id, value]) => value !== (present.get(id) ?? null))
  if (changed.length === 0) return null
  const values = await Promise.all(changed.map(([id, value]) => newValue(turn, fields.get(id)!, value)))
  const set = values.filter(({ value }) => value !== null)
  const removed = values.filter(({ value }) => value === null).map(({ id }) => id)
  return {
    writes: [
      ...(removed.length > 0 ? [removeValues(user_id, removed)] : []),
      ...(set.length > 0 ? [setValues(user_id, set)] : []),
    ],
    events: await Promise.all(
      values.map(({ id, value, rendered_value }) => {
        const custom_profile_field = { id, value, ...(rendered_value !== null && { rendered_value }) }
        return userChanged(turn, { user_id, custom_profile_field })
      }),
    ),
  }
}

interface NewValue {
  id: number
  /** Null: removed. */
  value: string | null
  rendered_value: string | null
}

const newValue = async (turn: Turn, { id, type }: ProfileFieldRow, value: string | null): Promise<NewValue> => ({
  id,
  value,
  rendered_value: value !== null && isMarkdown(type) ? await renderedDescription(turn, value) : null,
})

const setValues = (user_id: number, values: readonly NewValue[]): Fragment => fragment`
  insert into profile_value (user_id, field_id, value, rendered_value)
  select ${user_id}, value ->> 'id', value ->> 'value', value ->> 'rendered_value' from json_each(${JSON.stringify(values)})
  where true
  on conflict (user_id, field_id) do update set value = excluded.value, rendered_value = excluded.rendered_value`

const removeValues = (user_id: number, field_ids: readonly number[]): Fragment => fragment`
  delete from profile_value
  where user_id = ${user_id} and field_id in (select value from json_each(${JSON.stringify(field_ids)}))`
