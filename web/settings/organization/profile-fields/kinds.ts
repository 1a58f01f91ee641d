import type { State } from '../../../../client'

export type ProfileField = State['custom_profile_fields'][number]

/** Field types, in the order of the menu (endpoints, Custom profile fields). */
export const kinds = { text: 1, longText: 2, choice: 3, date: 4, link: 5, people: 6, account: 7 } as const

export type FieldType = (typeof kinds)[keyof typeof kinds]

export const offeredKinds: readonly FieldType[] = Object.values(kinds)

/** An option of a field with a choice. */
export interface Option {
  /** What values store. It stays when the text changes. */
  readonly key: string
  readonly text: string
}

/** The `subtype` of an account whose URL administrators define. */
export const otherService = 'custom'

/** What only some types have, from `field_data`. */
export interface Details {
  readonly options: readonly Option[]
  readonly service: string
  readonly pattern: string
}

/** The details of a field; defaults for a new one (null). */
export function detailsOf(field: ProfileField | null): Details {
  const nothing = { options: [], service: otherService, pattern: '' }
  if (field === null || field.field_data === '') return nothing
  const data = JSON.parse(field.field_data) as Data
  if (field.type === kinds.account) {
    const { subtype, url_pattern = '' } = data as { subtype: string; url_pattern?: string }
    return { ...nothing, service: subtype, pattern: url_pattern }
  }
  const options = Object.entries(data as Choices)
    .toSorted(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text }))
  return { ...nothing, options }
}

/** The `field_data` of some details; undefined if the type has none. */
export function dataOf(kind: number, { options, service, pattern }: Details): Data | undefined {
  if (kind === kinds.account)
    return service === otherService ? { subtype: service, url_pattern: pattern.trim() } : { subtype: service }
  if (kind !== kinds.choice) return undefined
  const written = options.filter(({ text }) => text.trim() !== '')
  return Object.fromEntries(
    written.map(({ key, text }, index) => [key, { text: text.trim(), order: String(index + 1) }]),
  )
}

/** Whether the service defines the name and hint, so that nobody can change them. */
export const isFixed = (field: ProfileField): boolean =>
  field.type === kinds.account && detailsOf(field).service !== otherService

type Choices = Record<string, { text: string; order: string }>

type Data = Record<string, string | Record<string, string>>
