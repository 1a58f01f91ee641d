import { z } from 'zod'
import { tell, type SystemTurn, type OutgoingEvent } from '../core/turn/change'
import { administrators } from '../users/audience'
import type { UserRow } from '../users/queries'
import { botsFor, type BotRow } from './queries'
import { bot, botSchema } from './schema'

const { user_id, ...fields } = botSchema.shape

const changeOf = <S extends z.ZodRawShape>(field: S) => z.strictObject({ user_id, ...field })

const botChangeSchema = z.union([
  changeOf({ api_key: fields.api_key }),
  changeOf({ avatar_url: fields.avatar_url }),
  changeOf({ default_sending_stream: fields.default_sending_stream }),
  changeOf({ default_events_register_stream: fields.default_events_register_stream }),
  changeOf({ default_all_public_streams: fields.default_all_public_streams }),
  changeOf({ full_name: fields.full_name }),
  changeOf({ owner_id: fields.owner_id }),
  changeOf({ services: fields.services }),
])

export type BotChange = z.infer<typeof botChangeSchema>

const type = z.literal('realm_bot')

/** Events about bots, told to the owner of the bot and to administrators (events, realm_bot). */
export const botEventSchemas = [
  /** A bot was created, was reactivated, or has a new owner, who is told of it so. */
  z.object({
    type,
    op: z.literal('add'),
    /** The bot. */
    bot: z.strictObject(botSchema.shape),
  }),
  /** One field of a bot changed. A field `api_key` means that the bot's former keys are good no more. */
  z.object({
    type,
    op: z.literal('update'),
    /** Id of the bot, and the field with its new value. */
    bot: botChangeSchema,
  }),
  /** A bot was deactivated. */
  z.object({
    type,
    op: z.literal('remove'),
    /** Which bot it was. */
    bot: z.strictObject({ user_id, full_name: fields.full_name }),
  }),
  /** A bot was given to another owner. Told to the former owner, unless they are an administrator. */
  z.object({
    type,
    op: z.literal('delete'),
    /** Which bot it was. */
    bot: z.strictObject({ user_id }),
  }),
] as const

type TurnReads = Pick<SystemTurn, 'cached' | 'realm_id'>

/** Ids of the users who get events about a bot: its owner, if it has one, and administrators (events, Recipients). */
export async function botOwners(turn: TurnReads, { bot_owner_id }: Pick<UserRow, 'bot_owner_id'>): Promise<number[]> {
  const owner = bot_owner_id === null ? [] : [bot_owner_id]
  return [...new Set([...(await administrators(turn)), ...owner])]
}

/** The event of a new or reactivated bot. */
export const botAdded = async (turn: TurnReads, row: BotRow): Promise<OutgoingEvent> =>
  tell(await botOwners(turn, row), { type: 'realm_bot', op: 'add', bot: bot(row) })

/** The event of a deactivated bot, except for users who are deactivated in the same change. */
export const botRemoved = async (turn: TurnReads, row: UserRow, leaving: readonly number[]): Promise<OutgoingEvent> =>
  tell(
    (await botOwners(turn, row)).filter((user_id) => !leaving.includes(user_id)),
    { type: 'realm_bot', op: 'remove', bot: { user_id: row.id, full_name: row.full_name } },
  )

export const botChanged = async (
  turn: TurnReads,
  row: Pick<UserRow, 'bot_owner_id'>,
  change: BotChange,
): Promise<OutgoingEvent> => tell(await botOwners(turn, row), { type: 'realm_bot', op: 'update', bot: change })

const defaultStreams = ['default_sending_stream', 'default_events_register_stream'] as const

/** Events of bots whose default stream is archived. */
export async function botsLoseStreams(
  turn: Pick<SystemTurn, 'cached' | 'realm_id' | 'sql' | 'listening'>,
  stream_ids: readonly number[],
): Promise<OutgoingEvent[]> {
  if (turn.listening.users().length === 0) return []
  const events: OutgoingEvent[] = []
  for (const row of await botsFor(turn.sql, turn.realm_id, { owner_id: 'any' }))
    for (const field of defaultStreams)
      if (stream_ids.includes(row[`${field}_id`] ?? 0))
        events.push(await botChanged(turn, row, { user_id: row.id, [field]: null } as BotChange))
  return events
}

/**
 * Events of a bot with another owner. Administrators learn the new owner, the new owner gets the bot, and it disappears for the
 * former owner.
 */
export async function botPassedOn(
  turn: TurnReads,
  row: BotRow,
  former_owner_id: number | null,
): Promise<OutgoingEvent[]> {
  const admins = await administrators(turn)
  const others = (ids: (number | null)[]) => ids.filter((id) => id !== null && !admins.includes(id)) as number[]
  return [
    tell(others([former_owner_id]), { type: 'realm_bot', op: 'delete', bot: { user_id: row.id } }),
    tell(others([row.bot_owner_id]), { type: 'realm_bot', op: 'add', bot: bot(row) }),
    tell(admins, { type: 'realm_bot', op: 'update', bot: { user_id: row.id, owner_id: row.bot_owner_id } }),
  ]
}
