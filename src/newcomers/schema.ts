import { z } from 'zod'
import { isoTime } from '../core/base/iso-time'

/** A person whom no administrator has vouched for yet (behaviour, New users). */
export const newcomerSchema = z.object({
  /** Id of the user. */
  user_id: z.int(),
  /** When the account was made: ISO 8601 with the offset from UTC. */
  date_joined: z.string(),
  /**
   * Id of the user who let them in, and with whom they count together in all limits: whoever invited them, or whoever that
   * person counts with. Null: they joined by a link for many or without an invitation, and count by themself.
   */
  sponsor_id: z.int().nullable(),
})

/** A newcomer for clients. */
export const newcomer = (row: {
  id: number
  date_joined: number
  sponsor_id: number
}): z.infer<typeof newcomerSchema> => ({
  user_id: row.id,
  date_joined: isoTime(row.date_joined),
  sponsor_id: row.sponsor_id === row.id ? null : row.sponsor_id,
})

/**
 * Administrators are told that the list of newcomers has changed: `GET /realm/newcomers` has the new one. Told in queues with the
 * capability `newcomers` or that name this type.
 */
export const newcomersEventSchema = z.object({ type: z.literal('newcomers') })
