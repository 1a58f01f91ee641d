import type { Message } from '../../../../client'

/** Something that was added to a message: an object of any shape, because people can send what they like. */
export interface Addition {
  readonly sender_id: number
  readonly value: Readonly<Record<string, unknown>>
}

/** Most options or tasks that are shown, because everybody sees whatever anybody adds to a message. */
export const maxAdditions = 100

/** Everything readable that was added to a message, in its order. */
export const additionsOf = ({ submessages }: Message): Addition[] =>
  submessages.flatMap(({ sender_id, msg_type, content }) => {
    const value = msg_type === 'widget' ? objectOf(content) : null
    return value === null ? [] : [{ sender_id, value }]
  })

function objectOf(json: string): Addition['value'] | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown): value is string => typeof value === 'string'

/** The elements of an array; empty if the value is no array. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
