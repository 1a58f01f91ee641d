import { storeBot } from './writes'
import { newKey } from '../auth/keys'
import { newSession } from '../sessions/grant'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { systemGroupEvents } from '../user-groups/system-groups'
import { userInvalidations } from '../users/invalidation'
import { avatarUrl } from '../users/avatars'
import { deactivation } from '../users/deactivation'
import { userAdded } from '../users/events'
import { fullName } from '../users/names'
import { insertUser } from '../users/new-user'
import { isAddressTaken } from '../users/queries'
import { roles } from '../accounts/roles'
import { accessBot, assertMayCreateBot } from './access'
import { mergedConfigData } from './config-data'
import { botAdded } from './events'
import { assertMayMakeMoreBots, assertRoomForBot } from './limits'
import { botAddress, assertNameFree } from './names'
import { type BotRow } from './queries'
import { botDefaults } from './schema'
import { defaultStreams, type StreamChoices } from './streams'
import { botTypes, webhookInterfaces } from '../accounts/types'

interface CreateBotInput extends StreamChoices {
  full_name: string
  short_name: string
  bot_type: number
  payload_url?: string | undefined
  interface_type: number
  config_data: Record<string, string>
  default_all_public_streams: boolean
  /** Path of the bot's picture, which is already in the bucket; null if it has none. */
  avatar_path: string | null
}

interface CreatedBot extends ReturnType<typeof botDefaults> {
  user_id: number
  /** The API key. Only this response has it. */
  api_key: string
  avatar_url: string
}

/** Creates a bot that the actor owns (endpoints, POST /bots). */
export async function createBot(turn: Turn, input: CreateBotInput): Promise<Change<CreatedBot>> {
  const { actor, sql, realm_id, now, facts } = turn
  assertMayCreateBot(actor, input.bot_type)
  const full_name = fullName(input.full_name)
  const email = botAddress(input.short_name, facts.origin)
  const service = outgoingService(input)
  if (await isAddressTaken(sql, realm_id, email)) throw refused('Username already in use', { reason: 'name_taken' })
  await assertNameFree(turn, full_name)
  const streams = await defaultStreams(turn, input)
  await assertRoomForBot(turn, actor)
  await assertMayMakeMoreBots(turn)

  const bot: BotRow = {
    id: turn.next('user'),
    realm_id,
    delivery_email: email,
    email,
    full_name,
    role: roles.member,
    bot_type: input.bot_type,
    bot_owner_id: actor.id,
    is_system_bot: 0,
    is_active: 1,
    date_joined: now,
    sponsor_id: null,
    timezone: '',
    avatar_version: 1,
    avatar_path: input.avatar_path,
    default_sending_stream_id: null,
    default_sending_stream: null,
    default_events_register_stream_id: null,
    default_events_register_stream: null,
    ...streams,
    default_all_public_streams: Number(input.default_all_public_streams),
    ...service,
    config_data: mergedConfigData('{}', input.config_data),
    owner_email: actor.email,
  }
  const { secret, step } = newSession({ user_id: bot.id, kind: 'key', name: '' }, now)
  return {
    writes: [insertUser({ ...bot, creator_id: actor.id }), storeBot(bot.id, bot), ...step.writes],
    result: { user_id: bot.id, api_key: secret, avatar_url: avatarUrl(bot), ...botDefaults(bot) },
    events: [
      await userAdded(turn, bot),
      ...(await systemGroupEvents(turn, bot.id, { from: null, to: bot.role })),
      await botAdded(turn, bot),
    ],
    invalidates: userInvalidations(realm_id, bot.id),
  }
}

type Service = Pick<BotRow, 'payload_url' | 'interface' | 'token'>

/** The service of an outgoing webhook; nulls for other bots. Refuses unknown types and interfaces. */
function outgoingService({ bot_type, payload_url, interface_type }: CreateBotInput): Service {
  if (!(Object.values(botTypes) as number[]).includes(bot_type)) throw refused('Invalid bot type')
  if (!(Object.values(webhookInterfaces) as number[]).includes(interface_type)) throw refused('Invalid interface type')
  if (bot_type === botTypes.embedded) throw refused('Embedded bots are not enabled.')
  if (bot_type !== botTypes.outgoingWebhook) return { payload_url: null, interface: null, token: null }
  if (payload_url === undefined) throw refused('An outgoing webhook needs a payload_url')
  return { payload_url, interface: interface_type, token: newKey() }
}

/** Deactivates a bot unless it is already (endpoints, DELETE /bots/{id}). */
export async function deactivateBot(turn: Turn, { bot_id }: { bot_id: number }): Promise<Change> {
  const bot = await accessBot(turn, bot_id)
  return { ...(bot.is_active ? await deactivation(turn, [bot]) : { writes: [] }), result: {} }
}
