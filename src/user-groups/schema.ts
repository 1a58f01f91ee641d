import { z } from 'zod'

/** A user group (endpoints, User groups). */
export const userGroupSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Ids, ascending. */
  members: z.array(z.int()),
  is_system_group: z.boolean(),
})

export type UserGroup = z.infer<typeof userGroupSchema>

const type = z.literal('user_group')
const membership = { group_id: z.int(), user_ids: z.array(z.int()) }

/** What happens to groups; told to everybody (events, user_group). */
export const userGroupEventSchemas = [
  z.object({ type, op: z.literal('add'), group: userGroupSchema }),
  z.object({
    type,
    op: z.literal('update'),
    group_id: z.int(),
    data: z.union([z.strictObject({ name: z.string() }), z.strictObject({ description: z.string() })]),
  }),
  z.object({ type, op: z.literal('add_members'), ...membership }),
  z.object({ type, op: z.literal('remove_members'), ...membership }),
  z.object({ type, op: z.literal('remove'), group_id: z.int() }),
] as const
