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

/** Values of these types are Markdown. */
export const isMarkdown = (type: FieldType): boolean => type === fieldTypes.shortText || type === fieldTypes.longText
