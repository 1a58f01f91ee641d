import type { Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment, type Fragment } from '../core/sql'
import { renderDescription } from '../markdown/render'
import { activePeople, profileFields, type ProfileFieldRow } from './queries'
import { isMarkdown } from './types'
import { isNothing, profileValue, type GivenValue } from './values'

/** What is to be told in one field of a profile. */
export interface ProfileEntry {
  id: number
  value: GivenValue
}

/** What changes somebody's profile, all of it or nothing: values are set, and empty ones taken away. */
export async function writeProfileData(
  { known, sql, realm_id }: Turn,
  user_id: number,
  entries: readonly ProfileEntry[],
): Promise<Fragment[]> {
  const fields = new Map((await known(profileFields, realm_id)).map((field) => [field.id, field]))
  const named = entries.flatMap(({ value }) => (Array.isArray(value) ? value : []))
  const people = named.length > 0 ? await activePeople(sql, realm_id, named) : new Set<number>()
  // Of several entries for one field the last counts.
  const wanted = new Map<number, Told | null>()
  for (const { id, value } of entries) {
    const field = fields.get(id)
    if (field === undefined) throw refused(`Field id ${id} not found.`)
    wanted.set(id, isNothing(value) ? null : told(field, profileValue(field, value, people)))
  }
  const set = [...wanted.values()].filter((one) => one !== null)
  const removed = [...wanted.keys()].filter((id) => wanted.get(id) === null)
  return [
    ...(removed.length > 0 ? [removeValues(user_id, removed)] : []),
    ...(set.length > 0 ? [setValues(user_id, set)] : []),
  ]
}

interface Told {
  id: number
  value: string
  rendered: string | null
}

const told = ({ id, type }: ProfileFieldRow, value: string): Told => ({
  id,
  value,
  rendered: isMarkdown(type) ? renderDescription(value) : null,
})

const setValues = (user_id: number, values: readonly Told[]): Fragment => fragment`
  insert into profile_value (user_id, field_id, value, rendered_value)
  select ${user_id}, value ->> 'id', value ->> 'value', value ->> 'rendered' from json_each(${JSON.stringify(values)})
  where true
  on conflict (user_id, field_id) do update set value = excluded.value, rendered_value = excluded.rendered_value`

const removeValues = (user_id: number, field_ids: readonly number[]): Fragment => fragment`
  delete from profile_value
  where user_id = ${user_id} and field_id in (select value from json_each(${JSON.stringify(field_ids)}))`
