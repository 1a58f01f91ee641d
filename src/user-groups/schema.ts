import { z } from 'zod'

/** A group of users, whose members are told when it is mentioned: `@*name*` (endpoints, User groups). */
export const userGroupSchema = z.object({
  /** Id of the group. */
  id: z.int(),
  /** Name of the group. No other has it, in any case. */
  name: z.string(),
  /** What the group is for, in plain text; maybe empty. */
  description: z.string(),
  /** Ids of the members, ascending. Deactivated users stay members. */
  members: z.array(z.int()),
  /**
   * Whether the group was made by the server, and its members follow from roles. Such a group cannot be changed or
   * mentioned; its name begins with `@role:`.
   */
  is_system_group: z.boolean(),
})

export type UserGroup = z.infer<typeof userGroupSchema>

const type = z.literal('user_group')
const membership = {
  /** Id of the group. */
  group_id: z.int(),
  /** Ids of the users who became members, or are members no longer; ascending. */
  user_ids: z.array(z.int()),
}

/** Events of the type `user_group` (events, user_group). */
export const userGroupEventSchemas = [
  /** All users are told of a new group. */
  z.object({
    type,
    op: z.literal('add'),
    /** The new group. */
    group: userGroupSchema,
  }),
  /** All users are told of the new name or the new description of a group. If both change, there are two events. */
  z.object({
    type,
    op: z.literal('update'),
    /** Id of the group. */
    group_id: z.int(),
    /** What has changed: either the name or the description. */
    data: z.union([
      z.strictObject({
        /** The new name. */
        name: z.string(),
      }),
      z.strictObject({
        /** The new description. */
        description: z.string(),
      }),
    ]),
  }),
  /** All users are told who joined a group. Changes of roles and new accounts cause it for system groups. */
  z.object({ type, op: z.literal('add_members'), ...membership }),
  /** All users are told who is no longer in a group. Changes of roles cause it for system groups. */
  z.object({ type, op: z.literal('remove_members'), ...membership }),
  /** All users are told that a group was deleted. */
  z.object({
    type,
    op: z.literal('remove'),
    /** Id of the group that was deleted. */
    group_id: z.int(),
  }),
] as const
