import { z } from 'zod'
import { tell, type SystemTurn, type OutgoingEvent } from '../core/turn/change'
import { hiddenAddressViewers } from './email-visibility'
import { everyone } from './audience'
import type { UserRow } from './queries'
import { user, userSchema } from './schema'

const changedUser = {
  /** Id of the user. */
  user_id: z.int(),
}

/** A change of a user: the id, and one group of fields. */
const changeOf = <S extends z.ZodRawShape>(fields: S) => z.strictObject({ ...changedUser, ...fields })

const personChangeSchema = z.union([
  changeOf({
    /** New name. */
    full_name: z.string(),
  }),
  changeOf({
    /** Address of the new picture; an uploaded one as a path of the organization's own host. */
    avatar_url: z.string(),
    /** Address of the new picture in a larger size, if there is one. */
    avatar_url_medium: z.string(),
    /** Where the picture comes from: `U` uploaded, `G` Gravatar. */
    avatar_source: z.string(),
    /** Grows with each change of the picture. */
    avatar_version: z.int(),
  }),
  changeOf({
    /** New time zone, an IANA name. */
    timezone: z.string(),
    /** Address of the user as others see it, unchanged. */
    email: z.string(),
  }),
  changeOf({
    /** New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
    role: z.int(),
  }),
  changeOf({
    /** Id of the new owner of a bot. */
    bot_owner_id: z.int(),
  }),
  changeOf({
    /** New real address. Only the user is told. */
    delivery_email: z.string(),
  }),
  changeOf({
    /** New address that everybody sees. */
    new_email: z.string(),
  }),
  changeOf({
    /** New value of a custom profile field. */
    custom_profile_field: z.strictObject({
      /** Id of the field. */
      id: z.int(),
      /** The value; a list of user ids as JSON. Null: it was removed. */
      value: z.string().nullable(),
      /** The value as HTML, of fields for short and long text. */
      rendered_value: z.string().optional(),
    }),
  }),
])

type PersonChange = z.infer<typeof personChangeSchema>

const type = z.literal('realm_user')

/** Events about people and bots (events, realm_user). */
export const userEventSchemas = [
  /** There is a new person or bot, or one was reactivated. Everybody is told. */
  z.object({
    type,
    op: z.literal('add'),
    /** The user; people with empty `profile_data`. */
    person: z.strictObject(userSchema.shape),
  }),
  /** A person or bot was deactivated. Everybody is told. */
  z.object({
    type,
    op: z.literal('remove'),
    /** Who was deactivated. */
    person: z.strictObject({
      ...changedUser,
      /** Name of the user. */
      full_name: z.string(),
    }),
  }),
  /** Something about a person or bot has changed. Everybody is told; of a new real address only the user. */
  z.object({
    type,
    op: z.literal('update'),
    /** Who has changed, and one group of fields with their new values. */
    person: personChangeSchema,
  }),
] as const

/**
 * The event about a new or reactivated user. Viewers of hidden addresses get the real one in it. The address of the picture is
 * always included, because clients cannot compute it while addresses are hidden.
 */
export async function userAdded(turn: SystemTurn, row: UserRow): Promise<OutgoingEvent> {
  const shown = { client_gravatar: false, include_custom_profile_fields: true }
  const addressViewers = (await hiddenAddressViewers(turn)).filter((user_id) => turn.listening.has(user_id))
  const event = { type: 'realm_user', op: 'add' } as const
  const full = { ...event, person: user(row, { ...shown, tell_addresses: true }) }
  return tell(
    await everyone(turn),
    { ...event, person: user(row, { ...shown, tell_addresses: false }) },
    Object.fromEntries(addressViewers.map((user_id) => [user_id, full])),
  )
}

/** The event about a deactivated user, for all users but those who are deactivated with them. */
export const userRemoved = async (
  turn: SystemTurn,
  { id, full_name }: UserRow,
  deactivated: readonly number[],
): Promise<OutgoingEvent> =>
  tell(
    (await everyone(turn)).filter((user_id) => !deactivated.includes(user_id)),
    { type: 'realm_user', op: 'remove', person: { user_id: id, full_name } },
  )

/** The event about a change that everybody may see. A new real address is none: send it to its owner alone, by `tell`. */
export const userChanged = async (
  turn: Pick<SystemTurn, 'cached' | 'realm_id'>,
  person: PersonChange,
): Promise<OutgoingEvent> => tell(await everyone(turn), { type: 'realm_user', op: 'update', person })
