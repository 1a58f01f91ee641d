import { z } from 'zod'
import type { Account } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { file, flag, json, pathId, text } from '../core/http/params'
import { keepPicture } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { avatarUrl } from '../users/avatars'
import { accessBot, assertMayCreateBot, assertMayHaveBots } from './access'
import { activeBots } from './queries'
import { botDefaults, botDefaultsSchema } from './schema'
import { botTypes, webhookInterfaces } from '../accounts/types'

const name = text(z.string().max(1000))
/** Where an outgoing webhook posts to. What stands before an @ is sent in no request, so it would be lost. */
const httpUrl = json(
  z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine(
      (url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '',
      'Invalid URL with credentials',
    ),
)
const configData = json(z.record(z.string().max(100), z.string()))

const defaults = {
  default_sending_stream: name.optional(),
  default_events_register_stream: name.optional(),
}

export const botsEndpoint = endpoint('GET /bots', {
  summary: 'Your bots',
  returns: {
    bots: z.array(
      botDefaultsSchema.extend({
        username: z.string(),
        full_name: z.string(),
        api_key: z.literal(''),
        avatar_url: z.string(),
      }),
    ),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertMayHaveBots(account)
    const rows = await activeBots(sql, account.realm_id, account.id)
    return {
      bots: rows.map((row) => ({
        username: row.email,
        full_name: row.full_name,
        // Only its hash is kept.
        api_key: '' as const,
        avatar_url: avatarUrl(row),
        ...botDefaults(row),
      })),
    }
  },
})

export const createBotEndpoint = endpoint('POST /bots', {
  summary: 'Create a bot',
  params: {
    full_name: name,
    short_name: name,
    bot_type: json(z.int()).default(botTypes.generic),
    payload_url: httpUrl.optional(),
    config_data: configData.default({}),
    interface_type: json(z.int()).default(webhookInterfaces.generic),
    ...defaults,
    default_all_public_streams: flag().default(false),
    file: file(largestPictureMib).optional(),
  },
  returns: { user_id: z.int(), api_key: z.string(), avatar_url: z.string(), ...botDefaultsSchema.shape },
  async run({ params: { file, ...bot }, realm, ...ask }) {
    const assertMay = (account: Account) => assertMayCreateBot(account, bot.bot_type)
    return keepPicture(ask, file, assertMay, async (avatar_path) => ({
      ...(await realm.perform('createBot', { ...bot, avatar_path })),
      replaced: null,
    }))
  },
})

export const updateBotEndpoint = endpoint('PATCH /bots/{bot_id}', {
  summary: 'Change a bot',
  params: {
    bot_id: pathId(),
    full_name: name.optional(),
    bot_owner_id: json(z.int()).optional(),
    config_data: configData.optional(),
    service_payload_url: httpUrl.optional(),
    service_interface: json(z.literal(Object.values(webhookInterfaces))).optional(),
    ...defaults,
    default_all_public_streams: flag().optional(),
    file: file(largestPictureMib).optional(),
  },
  returns: {
    full_name: z.string(),
    avatar_url: z.string(),
    service_interface: z.int(),
    service_payload_url: z.string().nullable(),
    config_data: z.record(z.string(), z.string()),
    ...botDefaultsSchema.shape,
    bot_owner: z.string().optional(),
  },
  async run({ params: { file, ...change }, realm, ...ask }) {
    const assertMay = async (actor: Account) => {
      await accessBot({ sql: ask.sql, actor, realm_id: actor.realm_id }, change.bot_id)
    }
    return keepPicture(ask, file, assertMay, (avatar_path) => realm.perform('updateBot', { ...change, avatar_path }))
  },
})

export const deactivateBotEndpoint = endpoint('DELETE /bots/{bot_id}', {
  summary: 'Deactivate a bot',
  params: { bot_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deactivateBot', params)
  },
})

export const regenerateBotKeyEndpoint = endpoint('POST /bots/{bot_id}/api_key/regenerate', {
  summary: "Replace a bot's API keys by a new one",
  params: { bot_id: pathId() },
  returns: { api_key: z.string() },
  async run({ params, realm }) {
    return realm.perform('regenerateBotKey', params)
  },
})
