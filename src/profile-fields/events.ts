import { z } from 'zod'
import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { everyone } from '../users/audience'
import type { ProfileFieldRow } from './queries'
import { profileField, profileFieldSchema } from './schema'

/** The organization's custom profile fields, all of them, in their order (events, Realm). */
export const profileFieldsEventSchema = z.object({
  type: z.literal('custom_profile_fields'),
  fields: z.array(profileFieldSchema),
})

/**
 * Tells everybody which fields there are from now on. It is told of no value that goes with a field or with a choice:
 * there is nothing left to show it in.
 */
export const profileFieldsTold = async (turn: Turn, fields: readonly ProfileFieldRow[]): Promise<OutgoingEvent> =>
  tell(await everyone(turn), { type: 'custom_profile_fields', fields: fields.map(profileField) })
