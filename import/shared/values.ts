import { wellFormed } from './text.ts'

/** Readers of foreign JSON: they give a value of the wanted kind whatever the file has. */

/** The fields of an object. None of them is known to be there, or to be of the right kind. */
export type Fields = Readonly<Record<string, unknown>>

const none: Fields = Object.freeze(Object.create(null) as Fields)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object, or one without fields. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : none)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The objects of a list. */
export const rowsOf = (value: unknown): Fields[] => listOf(value).filter(isFields)

/** A text, or a number as a text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? wellFormed(value) : typeof value === 'number' ? String(value) : ''

/** A finite number, also one that is written as a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A whole number; null for anything else. */
export function wholeNumberOf(value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && Number.isSafeInteger(number) ? number : null
}

export const flagOf = (value: unknown, fallback = false): boolean => (typeof value === 'boolean' ? value : fallback)

/** A flag that may be undecided. */
export const choiceOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
