import { z } from 'zod'

/** What a client reports: whether somebody is at the keyboard. */
export const presenceStatusSchema = z.enum(['active', 'idle'])

export type PresenceStatus = z.infer<typeof presenceStatusSchema>

const clientSchema = z.object({
  client: z.string(),
  status: presenceStatusSchema,
  timestamp: z.int(),
  /** Whether a notification would reach a phone; left out of `aggregated`. */
  pushable: z.boolean().optional(),
})

const legacySchema = z.record(z.string(), z.record(z.string(), clientSchema))

const slimSchema = z.record(
  z.string(),
  z.strictObject({ active_timestamp: z.int().optional(), idle_timestamp: z.int().optional() }),
)

/** Everybody's presence: by address and then client, or, in the slim form, by user id (endpoints, Presence). */
export const presencesSchema = z.union([slimSchema, legacySchema])

export type Legacy = z.infer<typeof legacySchema>
export type Slim = z.infer<typeof slimSchema>

/** One user's presence, by client and `aggregated`, which also says who is gone (endpoints, Users). */
export const userPresenceSchema = z.record(
  z.string(),
  z.strictObject({ status: z.enum(['active', 'idle', 'offline']), timestamp: z.int() }),
)

export type UserPresence = z.infer<typeof userPresenceSchema>

/** Somebody came, or turned active (events, presence). */
export const presenceEventSchema = z.object({
  type: z.literal('presence'),
  user_id: z.int(),
  /** Left out on queues of the slim form. */
  email: z.string().optional(),
  server_timestamp: z.number(),
  presence: z.record(z.string(), clientSchema.required()),
})

type PresenceEvent = z.infer<typeof presenceEventSchema>

/** The event as clients are told it that know people by id (register, slim_presence). */
export function withoutAddress(event: PresenceEvent): PresenceEvent {
  const { email: _, ...shown } = event
  return shown
}
