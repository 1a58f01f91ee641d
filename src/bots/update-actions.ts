import { botOffer, type BotOffer } from '../bot-offers/schema'
import { replaceOffer } from '../bot-offers/offering'
import { markBotLent, unmarkBotLent } from './writes'
import { invalidation } from '../core/turn/query-cache'
import { endAllSessions, newSession } from '../sessions/grant'
import { joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { avatarUrl } from '../users/avatars'
import { fullName } from '../users/names'
import { isAdministrator } from '../accounts/roles'
import { accessBot } from './access'
import { changeBot } from './bot-change'
import { mergedConfigData } from './config-data'
import { botChanged } from './events'
import { assertNameFree } from './names'
import { nextOwner, withOwner } from './passing-on'
import { isLent, type BotRow } from './queries'
import { botDefaults } from './schema'
import { defaultStreams, type StreamChoices } from './streams'
import { botTypes, webhookInterfaces } from '../accounts/types'

interface UpdateBotInput extends StreamChoices {
  bot_id: number
  full_name?: string | undefined
  bot_owner_id?: number | undefined
  config_data?: Record<string, string> | undefined
  service_payload_url?: string | undefined
  service_interface?: number | undefined
  default_all_public_streams?: boolean | undefined
  /** Path of the new picture, which is already in the bucket; null keeps the picture. */
  avatar_path: string | null
}

interface ChangedBot extends ReturnType<typeof botDefaults> {
  full_name: string
  avatar_url: string
  service_interface: number
  service_payload_url: string | null
  config_data: Record<string, string>
  /** Displayed address of the owner, if the bot has one. */
  bot_owner?: string
  /** The open offer to transfer the bot; null if there is none. */
  offer: BotOffer | null
  /** Path of the former picture; null unless it was replaced. */
  replaced: string | null
}

const changedBot = (row: BotRow): Omit<ChangedBot, 'offer' | 'replaced'> => ({
  full_name: row.full_name,
  avatar_url: avatarUrl(row),
  service_interface: row.interface ?? webhookInterfaces.generic,
  service_payload_url: row.payload_url,
  config_data: JSON.parse(row.config_data) as Record<string, string>,
  ...botDefaults(row),
  ...(row.owner_email !== null && { bot_owner: row.owner_email }),
})

/**
 * Changes everything about a bot that the request contains, or nothing (endpoints, PATCH /bots/{id}). Nobody gets a bot without
 * accepting it: administrators can take it over at once, and anybody else gets an offer.
 */
export async function updateBot(turn: Turn, input: UpdateBotInput): Promise<Change<ChangedBot>> {
  const { actor } = turn
  const before = await accessBot(turn, input.bot_id)
  const requestedFields = {
    ...(await newName(turn, before, input)),
    ...newService(before, input),
    ...newPicture(before, input),
    ...(await defaultStreams(turn, input)),
    default_all_public_streams: Number(input.default_all_public_streams ?? before.default_all_public_streams),
    config_data: mergedConfigData(before.config_data, input.config_data),
  }
  const { bot_owner_id: owner_id = null } = input
  const isTakenOver = owner_id === actor.id && owner_id !== before.bot_owner_id
  const settled: BotRow = { ...before, ...requestedFields }
  const after: BotRow = isTakenOver
    ? {
        ...settled,
        ...withOwner(settled, await nextOwner(turn, before, owner_id), { keepsAddress: isAdministrator(actor) }),
      }
    : settled
  const change = await changeBot(turn, before, after)
  const { offer, step } = await replaceOffer(turn, after, isTakenOver ? null : owner_id)
  return {
    ...joinSteps(change, step),
    result: {
      ...changedBot(after),
      offer: isTakenOver || offer === null ? null : botOffer(offer),
      replaced: after.avatar_path === before.avatar_path ? null : before.avatar_path,
    },
  }
}

async function newName(turn: Turn, before: BotRow, { full_name }: UpdateBotInput): Promise<Partial<BotRow>> {
  if (full_name === undefined) return {}
  const name = fullName(full_name)
  if (name !== before.full_name) await assertNameFree(turn, name, before.id)
  return { full_name: name }
}

function newService(before: BotRow, { service_payload_url, service_interface }: UpdateBotInput): Partial<BotRow> {
  if (before.bot_type !== botTypes.outgoingWebhook) {
    if (service_payload_url !== undefined) throw refused('Only outgoing webhooks have a service')
    return {}
  }
  return {
    payload_url: service_payload_url ?? before.payload_url,
    interface: service_interface ?? before.interface,
  }
}

const newPicture = (before: BotRow, { avatar_path }: UpdateBotInput): Partial<BotRow> =>
  avatar_path === null ? {} : { avatar_path, avatar_version: before.avatar_version + 1 }

/**
 * Replaces all keys of a bot by a new one (endpoints, Bots) and disconnects its clients. If another account than the owner
 * creates the key, the bot can no longer rely on the rights of its owner.
 */
export async function regenerateBotKey(
  turn: Turn,
  { bot_id }: { bot_id: number },
): Promise<Change<{ api_key: string }>> {
  const row = await accessBot(turn, bot_id)
  const { secret, step } = newSession({ user_id: bot_id, kind: 'key', name: '' }, turn.now)
  const lending: Step = {
    writes: [row.bot_owner_id === turn.actor.id ? unmarkBotLent(bot_id) : markBotLent(bot_id)],
    // Only the response contains the new key. The event says that the old keys have ended.
    events: [await botChanged(turn, row, { user_id: bot_id, api_key: '' })],
    invalidates: [invalidation(isLent, bot_id)],
  }
  return { ...joinSteps(await endAllSessions(turn, row), step, lending), result: { api_key: secret } }
}
