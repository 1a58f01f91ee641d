import { z } from 'zod'

/** Most people that one draft may name. */
const mostRecipients = 1000
const longestText = 100_000

/** A draft as clients send it: exactly these keys, and never `id` (specification, Draft; endpoints, Drafts). */
export const newDraftSchema = z.strictObject({
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()).max(mostRecipients),
  topic: z.string().max(longestText),
  content: z.string().max(longestText),
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
