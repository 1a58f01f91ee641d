import { invalidation } from '../core/turn/query-cache'
import { assertHuman } from '../accounts/account'
import { type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { characterCount, foldCase, unprintable } from '../core/base/unicode'
import { assertWithin } from '../accounts/limit-room'
import { assertAdministrator } from '../accounts/roles'
import { defaultExternalAccount } from './external-accounts'
import { profileFieldsChanged } from './events'
import { fieldData, type Choices, type ExternalAccount } from './field-data'
import { changeProfileData, type ProfileEntry } from './profile-data'
import { profileFields, type ProfileFieldRow } from './queries'
import { fieldTypes, type FieldType } from './field-types'

/** Maximal number of characters of `field_data` in all fields together: one event has all fields, and must fit into a row. */
const maxFieldDataCharacters = 300_000

const longestName = 40
const longestHint = 80

/** Adds a field after the others (endpoints, Custom profile fields). Administrators only. */
export async function createProfileField(
  turn: Turn,
  input: { name: string; hint: string; field_type: FieldType; field_data: unknown },
): Promise<Change<{ id: number }>> {
  const fields = await administeredFields(turn)
  assertWithin('profileFields', fields.length + 1)
  const field_data = fieldData(input.field_type, input.field_data)
  const { name, hint } = defaultAccountOf(input.field_type, field_data) ?? labelled(input.name, input.hint)
  assertFree(fields, name)
  const id = turn.next('profile_field')
  const place = (fields.at(-1)?.place ?? -1) + 1
  const all = [...fields, { id, type: input.field_type, name, hint, field_data, place }]
  assertFit(all)
  return {
    writes: [
      fragment`
        insert into profile_field (id, realm_id, type, name, name_key, hint, field_data, place)
        values (
          ${id}, ${turn.realm_id}, ${input.field_type}, ${name}, ${foldCase(name)}, ${hint}, ${field_data}, ${place}
        )`,
    ],
    events: [await profileFieldsChanged(turn, all)],
    result: { id },
    invalidates: [invalidation(profileFields, turn.realm_id)],
  }
}

/** Changes the label, the hint and the choices of a field. Deletes values that are no longer a choice. */
export async function updateProfileField(
  turn: Turn,
  input: { field_id: number; name?: string | undefined; hint?: string | undefined; field_data?: unknown },
): Promise<Change> {
  const fields = await administeredFields(turn)
  const field = fieldAmong(fields, input.field_id)
  if (defaultAccountOf(field.type, field.field_data) !== null) throw refused('Default custom field cannot be updated.')
  const { name, hint } = labelled(input.name ?? field.name, input.hint ?? field.hint)
  const field_data = input.field_data === undefined ? field.field_data : fieldData(field.type, input.field_data)
  const account = defaultAccountOf(field.type, field_data)
  if (account !== null) throw refused('A custom field cannot become a default one.')
  assertFree(
    fields.filter(({ id }) => id !== field.id),
    name,
  )
  const all = fields.map((other) => (other === field ? { ...field, name, hint, field_data } : other))
  assertFit(all)
  const choices = field.type === fieldTypes.select ? Object.keys(JSON.parse(field_data) as Choices) : null
  return {
    writes: [
      fragment`
        update profile_field
        set name = ${name}, name_key = ${foldCase(name)}, hint = ${hint}, field_data = ${field_data}
        where id = ${field.id}`,
      ...(choices === null
        ? []
        : [
            fragment`
              delete from profile_value
              where field_id = ${field.id} and value not in (select value from json_each(${JSON.stringify(choices)}))`,
          ]),
    ],
    events: [await profileFieldsChanged(turn, all)],
    result: {},
    invalidates: [invalidation(profileFields, turn.realm_id)],
  }
}

/** Reorders the fields; `order` contains every field once. */
export async function reorderProfileFields(turn: Turn, input: { order: number[] }): Promise<Change> {
  const fields = await administeredFields(turn)
  const places = new Map(input.order.map((id, place) => [id, place]))
  const isComplete = input.order.length === fields.length && fields.every(({ id }) => places.has(id))
  if (!isComplete) throw refused('Invalid order mapping.')
  const reordered = fields
    .map((field) => ({ ...field, place: places.get(field.id)! }))
    .toSorted((a, b) => a.place - b.place)
  return {
    writes: [
      fragment`
        update profile_field set place = wanted.key
        from json_each(${JSON.stringify(input.order)}) as wanted
        where profile_field.id = wanted.value`,
    ],
    events: [await profileFieldsChanged(turn, reordered)],
    result: {},
    invalidates: [invalidation(profileFields, turn.realm_id)],
  }
}

/** Deletes a field and all its values. */
export async function deleteProfileField(turn: Turn, input: { field_id: number }): Promise<Change> {
  const fields = await administeredFields(turn)
  const field = fieldAmong(fields, input.field_id)
  const { id } = field
  return {
    writes: [
      fragment`delete from profile_value where field_id = ${id}`,
      fragment`delete from profile_field where id = ${id}`,
    ],
    events: [
      await profileFieldsChanged(
        turn,
        fields.filter((other) => other !== field),
      ),
    ],
    result: {},
    invalidates: [invalidation(profileFields, turn.realm_id)],
  }
}

/** Changes the actor's own profile. Bots have none. */
export async function updateProfileData(turn: Turn, input: { data: ProfileEntry[] }): Promise<Change> {
  assertHuman(turn.actor)
  const step = await changeProfileData(turn, turn.actor.id, input.data)
  return { writes: [], ...step, result: {} }
}

async function administeredFields({ actor, cached, realm_id }: Turn): Promise<ProfileFieldRow[]> {
  assertAdministrator(actor)
  return cached(profileFields, realm_id)
}

function fieldAmong(fields: readonly ProfileFieldRow[], field_id: number): ProfileFieldRow {
  const field = fields.find(({ id }) => id === field_id)
  if (field === undefined) throw refused(`Field id ${field_id} not found.`)
  return field
}

/** Label and hint of a field whose service the server knows; null for a field that administrators label. */
const defaultAccountOf = (type: FieldType, field_data: string) =>
  type === fieldTypes.externalAccount
    ? defaultExternalAccount((JSON.parse(field_data) as ExternalAccount).subtype)
    : null

/** A label and a hint as they are stored. Refuses blank, long and unprintable ones. */
function labelled(raw: string, raw_hint: string): { name: string; hint: string } {
  const name = raw.trim()
  const hint = raw_hint.trim()
  if (name === '') throw refused('Label cannot be blank.')
  if (characterCount(name) > longestName) throw refused(`name is too long (limit: ${longestName} characters)`)
  if (characterCount(hint) > longestHint) throw refused(`hint is too long (limit: ${longestHint} characters)`)
  if (unprintable.test(name) || unprintable.test(hint)) throw refused('Invalid character in label or hint')
  return { name, hint }
}

/** Refuses a label that another field has in any case. */
function assertFree(others: readonly ProfileFieldRow[], name: string): void {
  if (others.some((field) => foldCase(field.name) === foldCase(name)))
    throw refused('A field with that label already exists.')
}

function assertFit(fields: readonly ProfileFieldRow[]): void {
  const size = fields.reduce((total, { field_data }) => total + field_data.length, 0)
  if (size > maxFieldDataCharacters)
    throw refused(`The choices of all fields are too long (limit: ${maxFieldDataCharacters} characters)`)
}
