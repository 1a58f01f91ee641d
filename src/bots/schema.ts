import { z } from 'zod'
import { avatarUrl } from '../users/avatars'
import type { BotRow } from './queries'
import { botTypes } from '../accounts/types'

/** Where a bot's clients send and listen unless told otherwise (endpoints, Bots). */
export const botDefaultsSchema = z.object({
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
})

/** What runs for a bot: where an outgoing webhook posts to (register, People). */
const serviceSchema = z.strictObject({ base_url: z.string(), interface: z.int(), token: z.string() })

/** A bot as its owner and administrators see it (register, People; events, realm_bot). */
export const botSchema = botDefaultsSchema.extend({
  user_id: z.int(),
  email: z.string(),
  full_name: z.string(),
  bot_type: z.int(),
  is_active: z.boolean(),
  /** Always empty: a key is told once, to who made it. */
  api_key: z.literal(''),
  avatar_url: z.string(),
  owner_id: z.int().nullable(),
  services: z.array(serviceSchema),
})

type Bot = z.infer<typeof botSchema>

export const botDefaults = (row: BotRow): z.infer<typeof botDefaultsSchema> => ({
  default_sending_stream: row.default_sending_stream,
  default_events_register_stream: row.default_events_register_stream,
  default_all_public_streams: Boolean(row.default_all_public_streams),
})

const services = (row: Pick<BotRow, 'bot_type' | 'payload_url' | 'interface' | 'token'>): Bot['services'] =>
  row.bot_type === botTypes.outgoingWebhook && row.payload_url !== null
    ? [{ base_url: row.payload_url, interface: row.interface!, token: row.token! }]
    : []

export const bot = (row: BotRow): Bot => ({
  user_id: row.id,
  email: row.email,
  full_name: row.full_name,
  bot_type: row.bot_type,
  is_active: Boolean(row.is_active),
  api_key: '',
  avatar_url: avatarUrl(row),
  ...botDefaults(row),
  owner_id: row.bot_owner_id,
  services: services(row),
})
