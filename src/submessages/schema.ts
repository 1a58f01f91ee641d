import { z } from 'zod'

/** An addition to a message, as clients see it and as `message.submessages` has it, in the order of adding. */
export interface Submessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

export const storedSubmessages = (column: string | null): Submessage[] =>
  column === null ? [] : (JSON.parse(column) as Submessage[])

// Clients choose the keys of options and tasks.
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

/** Shapes that anybody may add to a widget of each kind, and those that its author may add (endpoints, Submessage). */
export const additions: Record<string, { anybody: z.ZodType; author: z.ZodType }> = {
  poll: { anybody: z.union([vote, option]), author: z.union([vote, option, question]) },
  todo: { anybody: z.union([task, strike]), author: z.union([task, strike]) },
}
