import { z } from 'zod'
import { mostRecipients } from '../messages/recipients'
import { longestRaw } from '../messages/text'

/** A draft as clients send it: exactly these keys, and never `id` (objects, Draft; endpoints, Drafts). */
export const newDraftSchema = z.strictObject({
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()).max(mostRecipients),
  topic: z.string().max(longestRaw),
  content: z.string().max(longestRaw),
  timestamp: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

export type NewDraft = z.infer<typeof newDraftSchema>

/** A draft as it is told. */
export const draftSchema = z.object({
  id: z.int(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.int(),
})

export type Draft = z.infer<typeof draftSchema>
