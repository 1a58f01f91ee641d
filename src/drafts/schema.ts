import { z } from 'zod'
import { maxRecipients } from '../messages/recipients'
import { longestRaw } from '../messages/text'

/** A draft as clients send it: exactly these keys, and never `id` (objects, Draft; endpoints, Drafts). */
export const newDraftSchema = z.strictObject({
  /** Where it is to be sent; empty while that is not decided, or is not known. */
  type: z.enum(['', 'stream', 'private']),
  /** Of a draft for a stream: the id of the stream, alone. Of a private one: ids of the users, at most 1,000. Else it is ignored. */
  to: z.array(z.int()).max(maxRecipients),
  /** Topic of a draft for a stream, at most 60 characters; it may be empty. Else it is ignored. */
  topic: z.string().max(longestRaw),
  /** Text, in Markdown: not empty, at most 10,000 bytes. */
  content: z.string().max(longestRaw),
  /** When it was edited last, in seconds since 1970 UTC. Now, if it is left out. */
  timestamp: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

export type NewDraft = z.infer<typeof newDraftSchema>

/** A draft as it is told. */
export const draftSchema = z.object({
  /** Id of the draft. */
  id: z.int(),
  /** Where it is to be sent; empty while that is not decided. */
  type: z.enum(['', 'stream', 'private']),
  /** Of a draft for a stream: the id of the stream, alone. Of a private one: ids of the other users, or your own alone. Else empty. */
  to: z.array(z.int()),
  /** Topic of a draft for a stream, else empty. */
  topic: z.string(),
  /** Text, in Markdown. */
  content: z.string(),
  /** When it was edited last, in seconds since 1970 UTC. */
  timestamp: z.int(),
})

export type Draft = z.infer<typeof draftSchema>
