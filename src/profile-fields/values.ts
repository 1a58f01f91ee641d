import { z } from 'zod'
import { refused } from '../core/base/errors'
import { characterCount } from '../core/base/unicode'
import type { Choices } from './field-data'
import { isLink } from './links'
import type { ProfileFieldRow } from './queries'
import { fieldTypes } from './field-types'

/** A value as a client sends it; an empty one or null removes the value. */
export const sentValueSchema = z.union([z.string().max(10_000), z.array(z.int()).max(1000), z.null()])

export type SentValue = z.infer<typeof sentValueSchema>

const longestShortText = 50
const longestLongText = 500
const longestLink = 2048
const maxUsers = 100

export const isEmptyValue = (value: SentValue): value is null =>
  value === null || (typeof value === 'string' ? value.trim() === '' : value.length === 0)

/**
 * A value as it is stored, lists as JSON. Refuses values that do not fit the field (endpoints, Custom profile fields).
 * `activePeople` are the ids that a list of users may contain.
 */
export function profileValue(
  field: ProfileFieldRow,
  value: string | number[],
  activePeople: ReadonlySet<number>,
): string {
  if (field.type === fieldTypes.users) return userList(field, value, activePeople)
  if (typeof value !== 'string') throw refused(`${field.name} is not a string`)
  return textValue(field, value)
}

function textValue(field: ProfileFieldRow, value: string): string {
  switch (field.type) {
    case fieldTypes.shortText:
    case fieldTypes.externalAccount:
      return assertLength(field, value, longestShortText)
    case fieldTypes.longText:
      return assertLength(field, value, longestLongText)
    case fieldTypes.select:
      if (!Object.hasOwn(JSON.parse(field.field_data) as Choices, value))
        throw refused(`'${value}' is not a valid choice for '${field.name}'.`)
      return value
    case fieldTypes.date:
      if (!isDate(value)) throw refused(`${field.name} is not a date`)
      return value
    default:
      if (!isLink(value)) throw refused(`${field.name} is not a URL`)
      return assertLength(field, value, longestLink)
  }
}

function assertLength({ name }: ProfileFieldRow, value: string, limit: number): string {
  if (characterCount(value) > limit) throw refused(`${name} is too long (limit: ${limit} characters)`)
  return value
}

/** Whether a text is a valid date in the form `YYYY-MM-DD`. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function userList({ name }: ProfileFieldRow, value: string | number[], activePeople: ReadonlySet<number>): string {
  if (typeof value === 'string') throw refused(`${name} is not a list of user ids`)
  const ids = [...new Set(value)]
  if (ids.length > maxUsers) throw refused(`${name} names too many users (limit: ${maxUsers})`)
  const other = ids.find((id) => !activePeople.has(id))
  if (other !== undefined) throw refused(`Invalid user ID: ${other}`)
  return JSON.stringify(ids)
}
