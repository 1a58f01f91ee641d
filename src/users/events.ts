import { z } from 'zod'
import { tell, type SystemTurn, type OutgoingEvent } from '../core/turn/change'
import { hiddenAddressViewers } from './email-visibility'
import { everyone } from './audience'
import type { UserRow } from './queries'
import { user, userSchema } from './schema'

/** A change of somebody: who it is, and one group of fields. */
const changeOf = <S extends z.ZodRawShape>(fields: S) => z.strictObject({ user_id: z.int(), ...fields })

const personChangeSchema = z.union([
  changeOf({ full_name: z.string() }),
  changeOf({
    avatar_url: z.string().nullable(),
    avatar_url_medium: z.string().nullable(),
    avatar_source: z.string(),
    avatar_version: z.int(),
  }),
  changeOf({ timezone: z.string(), email: z.string() }),
  changeOf({ role: z.int() }),
  changeOf({ is_billing_admin: z.boolean() }),
  changeOf({ bot_owner_id: z.int() }),
  changeOf({ delivery_email: z.string() }),
  changeOf({ new_email: z.string() }),
  changeOf({
    custom_profile_field: z.strictObject({
      id: z.int(),
      value: z.string().nullable(),
      rendered_value: z.string().optional(),
    }),
  }),
])

type PersonChange = z.infer<typeof personChangeSchema>

const type = z.literal('realm_user')

/** What clients are told of people and bots (events, realm_user). */
export const userEventSchemas = [
  z.object({ type, op: z.literal('add'), person: z.strictObject(userSchema.shape) }),
  z.object({ type, op: z.literal('remove'), person: z.strictObject({ user_id: z.int(), full_name: z.string() }) }),
  z.object({ type, op: z.literal('update'), person: personChangeSchema }),
] as const

/**
 * Tells everybody of somebody new, or taken back. Who may see hidden addresses is told this one; the picture's address
 * is always told, because no client can compute it once addresses are hidden.
 */
export async function userAdded(turn: SystemTurn, row: UserRow): Promise<OutgoingEvent> {
  const shown = { client_gravatar: false, include_custom_profile_fields: true }
  const entitled = (await hiddenAddressViewers(turn)).filter((user_id) => turn.listening.has(user_id))
  const event = { type: 'realm_user', op: 'add' } as const
  const full = { ...event, person: user(row, { ...shown, tell_addresses: true }) }
  return tell(
    await everyone(turn),
    { ...event, person: user(row, { ...shown, tell_addresses: false }) },
    Object.fromEntries(entitled.map((user_id) => [user_id, full])),
  )
}

/** Tells those who stay that somebody was deactivated. */
export const userRemoved = async (
  turn: SystemTurn,
  { id, full_name }: UserRow,
  leaving: readonly number[],
): Promise<OutgoingEvent> =>
  tell(
    (await everyone(turn)).filter((user_id) => !leaving.includes(user_id)),
    { type: 'realm_user', op: 'remove', person: { user_id: id, full_name } },
  )

/** Tells everybody of a change that all may see; a new real address is told by `tell` to its owner alone. */
export const userChanged = async (
  turn: Pick<SystemTurn, 'cached' | 'realm_id'>,
  person: PersonChange,
): Promise<OutgoingEvent> => tell(await everyone(turn), { type: 'realm_user', op: 'update', person })
