import { z } from 'zod'
import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { everyone } from '../users/audience'
import type { ProfileFieldRow } from './queries'
import { profileField, profileFieldSchema } from './schema'

/** The custom profile fields of the organization have changed. Everybody is told (events, Realm). */
export const profileFieldsEventSchema = z.object({
  type: z.literal('custom_profile_fields'),
  /** All fields, in their order. */
  fields: z.array(profileFieldSchema),
})

/**
 * The event about changed fields. There is none about the values that are deleted with a field or a choice, because clients no
 * longer show them.
 */
export const profileFieldsChanged = async (turn: Turn, fields: readonly ProfileFieldRow[]): Promise<OutgoingEvent> =>
  tell(await everyone(turn), { type: 'custom_profile_fields', fields: fields.map(profileField) })
