import { z } from 'zod'
import { draftSchema } from './schema'

const type = z.literal('drafts')

/** Events about drafts. Only the user whose they are is told (events, drafts). */
export const draftEventSchemas = [
  /** You have new drafts. */
  z.object({
    type,
    op: z.literal('add'),
    /** The new ones. */
    drafts: z.array(draftSchema),
  }),
  /** One of your drafts was replaced. */
  z.object({
    type,
    op: z.literal('update'),
    /** The draft as it is now. */
    draft: draftSchema,
  }),
  /** One of your drafts was deleted. */
  z.object({
    type,
    op: z.literal('remove'),
    /** Id of the draft. */
    draft_id: z.int(),
  }),
] as const
