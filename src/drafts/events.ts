import { z } from 'zod'
import { draftSchema } from './schema'

const type = z.literal('drafts')

/** What becomes of somebody's drafts; only they are told (events, drafts). */
export const draftEventSchemas = [
  z.object({ type, op: z.literal('add'), drafts: z.array(draftSchema) }),
  z.object({ type, op: z.literal('update'), draft: draftSchema }),
  z.object({ type, op: z.literal('remove'), draft_id: z.int() }),
] as const
