import { z } from 'zod'
import { avatarUrl } from '../users/avatars'
import type { BotRow } from './queries'
import { botTypes } from '../accounts/types'

export const botDefaultsSchema = z.object({
  /** Name of the stream that the owner chose for what the bot sends. Null if there is none, or it was archived. */
  default_sending_stream: z.string().nullable(),
  /**
   * Name of the stream whose messages the bot's event queues tell if `POST /register` is asked for no narrow. Null if its
   * owner chose none, or it was archived: then the queues tell every message that the bot receives.
   */
  default_events_register_stream: z.string().nullable(),
  /** Whether the bot's event queues tell messages of all public streams if `POST /register` does not say. */
  default_all_public_streams: z.boolean(),
})

const serviceSchema = z.strictObject({
  /** Address to which the server posts messages for the bot. */
  base_url: z.string(),
  /** Form in which the server posts: 1 for the own form of this API, 2 for that of Slack. */
  interface: z.int(),
  /** Secret that the server sends along, by which the bot's program knows the server. */
  token: z.string(),
})

/** A bot as its owner and administrators see it (register, People; events, realm_bot). */
export const botSchema = botDefaultsSchema.extend({
  /** User id of the bot. */
  user_id: z.int(),
  /** Email address of the bot, with which its program logs in. */
  email: z.string(),
  /** Name of the bot. */
  full_name: z.string(),
  /** 1 for a generic bot, 2 for an incoming webhook, which can only send, 3 for an outgoing webhook. */
  bot_type: z.int(),
  /** False when the bot was deactivated. */
  is_active: z.boolean(),
  /** Always empty: a key is answered once, when it is made. */
  api_key: z.literal(''),
  /** Address of the bot's picture. */
  avatar_url: z.string(),
  /** Id of the user who owns the bot; null if nobody does. */
  owner_id: z.int().nullable(),
  /** What an outgoing webhook posts to, as the only element; empty for other bots, and while it has no address. */
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
