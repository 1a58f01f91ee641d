import { z } from 'zod'
import { scheduledMessageSchema } from './schema'

const type = z.literal('scheduled_messages')

/**
 * Events about scheduled messages and reminders (events, scheduled_messages). Only the user whose they are is told, and only
 * in queues whose `event_types` name them.
 */
export const scheduledEventSchemas = [
  /** You scheduled a message or a reminder. */
  z.object({
    type,
    op: z.literal('add'),
    /** The new ones. */
    scheduled_messages: z.array(scheduledMessageSchema),
  }),
  /** You changed a scheduled message or a reminder. */
  z.object({
    type,
    op: z.literal('update'),
    /** The scheduled message as it is now. */
    scheduled_message: scheduledMessageSchema,
  }),
  /** A scheduled message does not wait any more: its time has come, or you cancelled it. */
  z.object({
    type,
    op: z.literal('remove'),
    /** Id of the scheduled message. */
    scheduled_message_id: z.int(),
  }),
] as const
