import { z } from 'zod'

/** Whether the person is at the keyboard: `active`, or `idle` if they have not used it for a while. */
export const presenceStatusSchema = z.enum(['active', 'idle'])

export type PresenceStatus = z.infer<typeof presenceStatusSchema>

const clientSchema = z.object({
  /** Name of the client. */
  client: z.string(),
  /** Whether the person was at the keyboard. */
  status: presenceStatusSchema,
  /** When the client reported, in seconds since 1970 UTC. */
  timestamp: z.int(),
  /** Always `false`: nothing is sent to phones. Absent in `aggregated`. */
  pushable: z.boolean().optional(),
})

const legacySchema = z.record(z.string(), z.record(z.string(), clientSchema))

const slimSchema = z.record(
  z.string(),
  z.strictObject({
    /** When the person was last reported as active, in seconds since 1970 UTC. Absent if they never were. */
    active_timestamp: z.int().optional(),
    /** When the person was last reported as idle, in seconds since 1970 UTC. Absent if they never were. */
    idle_timestamp: z.int().optional(),
  }),
)

/**
 * Presence of people. In the long form: by address of the person, and then the last report of each client by its name,
 * and under `aggregated` the newest of all. In the short form: by user id (endpoints, Presence).
 */
export const presencesSchema = z.union([slimSchema, legacySchema])

export type LegacyPresences = z.infer<typeof legacySchema>
export type SlimPresences = z.infer<typeof slimSchema>

/** Presence of one person: by client, and `aggregated` for all clients together (endpoints, Presence). */
export const userPresenceSchema = z.record(
  z.string(),
  z.strictObject({
    /** Whether the person was at the keyboard. In `aggregated` `offline` if no client reported for 300 seconds. */
    status: z.enum(['active', 'idle', 'offline']),
    /** When the client reported, in seconds since 1970 UTC; in `aggregated` the newest of these times. */
    timestamp: z.int(),
  }),
)

export type UserPresence = z.infer<typeof userPresenceSchema>

/**
 * A client of a person reported for the first time, or a person became active who was idle, or had not reported for 70
 * seconds. Everybody is told, in organizations with at most 100 active accounts. Later reports cause no events: a
 * client learns of them from the answer of `POST /users/me/presence`. If the presence of the person follows from open
 * WebSockets, the event comes also when they become idle or leave (events, presence).
 */
export const presenceEventSchema = z.object({
  type: z.literal('presence'),
  /** Id of the person. */
  user_id: z.int(),
  /** Address of the person as others see it. Absent if the queue was registered with `slim_presence`. */
  email: z.string().optional(),
  /** Time of the event, in seconds since 1970 UTC. */
  server_timestamp: z.number(),
  /** The last reports of the clients of which something is new, by their names. */
  presence: z.record(z.string(), clientSchema.required()),
})

type PresenceEvent = z.infer<typeof presenceEventSchema>

/** The event for clients that know people by id (register, slim_presence). */
export function withoutAddress(event: PresenceEvent): PresenceEvent {
  const { email: _, ...shown } = event
  return shown
}
