import { z } from 'zod'

/** Something added to a message, as messages show it and as `message.submessages` holds it, in order of addition. */
export interface Submessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

export const storedSubmessages = (column: string | null): Submessage[] =>
  column === null ? [] : (JSON.parse(column) as Submessage[])

/** Keys are made by clients: of a poll's option, or of a task. */
const key = z.string()

const vote = z.strictObject({ type: z.literal('vote'), key, vote: z.union([z.literal(1), z.literal(-1)]) })
const option = z.strictObject({ type: z.literal('new_option'), option: z.string(), idx: z.int().min(0).max(1000) })
const question = z.strictObject({ type: z.literal('question'), question: z.string() })
const task = z.strictObject({
  type: z.literal('new_task'),
  key: z.union([key, z.int()]),
  task: z.string(),
  desc: z.string(),
  completed: z.literal(false),
})
const strike = z.strictObject({ type: z.literal('strike'), key })

/** What may be added to a widget of each kind, and what only its author may add (endpoints, Submessage). */
export const additions: Record<string, { anybody: z.ZodType; author: z.ZodType }> = {
  poll: { anybody: z.union([vote, option]), author: z.union([vote, option, question]) },
  todo: { anybody: z.union([task, strike]), author: z.union([task, strike]) },
}
