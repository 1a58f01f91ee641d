import type { Message } from '../../../../client'

/** What somebody added to a message: an object of any shape, because people can send what they like. */
export interface Addition {
  readonly sender_id: number
  readonly value: Readonly<Record<string, unknown>>
}

/** Most options or tasks that are shown: every reader of a message gets what anybody adds to it. */
export const maxAdditions = 100

/** Everything that was added to a message and can be read, in its order. */
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

/** The elements of a list; none if it is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
