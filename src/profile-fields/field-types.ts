/** Codes of the types of custom profile fields (endpoints, Custom profile fields). */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  select: 3,
  date: 4,
  link: 5,
  users: 6,
  externalAccount: 7,
} as const

export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes]

/** Whether values of this type are Markdown. */
export const isMarkdown = (type: FieldType): boolean => type === fieldTypes.shortText || type === fieldTypes.longText

/** Types as clients see them (register, `custom_profile_field_types`). */
export const listedFieldTypes = {
  SHORT_TEXT: { id: fieldTypes.shortText, name: 'Short text' },
  LONG_TEXT: { id: fieldTypes.longText, name: 'Long text' },
  DATE: { id: fieldTypes.date, name: 'Date' },
  URL: { id: fieldTypes.link, name: 'Link' },
  EXTERNAL_ACCOUNT: { id: fieldTypes.externalAccount, name: 'External account' },
  SELECT: { id: fieldTypes.select, name: 'List of options' },
  USER: { id: fieldTypes.users, name: 'People' },
} as const
