import { lend, storeBot, takeBack } from './writes'
import { invalidation } from '../core/turn/query-cache'
import { newKey } from '../auth/keys'
import { endAllSessions, newSession } from '../sessions/grant'
import { together, type Change, type OutgoingEvent, type Step, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { userInvalidations } from '../users/invalidation'
import { avatarFields, avatarUrl } from '../users/avatars'
import { userChanged } from '../users/events'
import { fullName } from '../users/names'
import { newRole } from '../users/new-role'
import { userById } from '../users/queries'
import { isAdministrator, isGuest, type Role } from '../accounts/roles'
import { accessBot } from './access'
import { mergedConfigData } from './config-data'
import { botChanged, botPassedOn, type BotChange } from './events'
import { assertRoomForBot } from './limits'
import { assertNameFree } from './names'
import { isLent, type BotRow } from './queries'
import { bot, botDefaults } from './schema'
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
  /** Path of the new picture, which the bucket has already; null leaves the picture as it is. */
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
  /** Path of the former picture, if the bot has a new one. */
  replaced: string | null
}

const changedBot = (row: BotRow): Omit<ChangedBot, 'replaced'> => ({
  full_name: row.full_name,
  avatar_url: avatarUrl(row),
  service_interface: row.interface ?? webhookInterfaces.generic,
  service_payload_url: row.payload_url,
  config_data: JSON.parse(row.config_data) as Record<string, string>,
  ...botDefaults(row),
  ...(row.owner_email !== null && { bot_owner: row.owner_email }),
})

/**
 * Changes a bot, in everything that is sent or in nothing (endpoints, PATCH /bots/{id}). A new owner ends the bot's keys,
 * because the bot may post by the rights of the new owner, who makes a new key. An outgoing webhook that its former owner
 * gave away has no address until the new owner or an administrator sets one.
 */
export async function updateBot(turn: Turn, input: UpdateBotInput): Promise<Change<ChangedBot>> {
  const before = await accessBot(turn, input.bot_id)
  const after: BotRow = {
    ...before,
    ...(await newName(turn, before, input)),
    ...newService(before, input),
    ...(await newOwner(turn, before, input)),
    ...newPicture(before, input),
    ...(await defaultStreams(turn, input)),
    default_all_public_streams: Number(input.default_all_public_streams ?? before.default_all_public_streams),
    config_data: mergedConfigData(before.config_data, input.config_data),
  }
  const { id, full_name, bot_owner_id, avatar_path, avatar_version } = after
  const isPassedOn = bot_owner_id !== before.bot_owner_id
  const isRedirected = after.payload_url !== before.payload_url && turn.actor.id !== bot_owner_id
  const step: Step = {
    writes: [
      fragment`
        update user
        set full_name = ${full_name}, name_key = ${foldCase(full_name)}, bot_owner_id = ${bot_owner_id},
          avatar_path = ${avatar_path}, avatar_version = ${avatar_version}
        where id = ${id}`,
      storeBot(id, after),
      ...(isPassedOn || isRedirected ? [lend(id)] : []),
    ],
    events: await changes(turn, before, after),
    invalidates: [...userInvalidations(turn.realm_id, id), invalidation(isLent, id)],
  }
  return {
    ...together(
      step,
      isPassedOn ? await endAllSessions(turn, after) : null,
      after.role === before.role ? null : await newRole(turn, before, after.role),
    ),
    result: { ...changedBot(after), replaced: avatar_path === before.avatar_path ? null : before.avatar_path },
  }
}

async function newName(turn: Turn, before: BotRow, { full_name }: UpdateBotInput): Promise<Partial<BotRow>> {
  if (full_name === undefined) return {}
  const name = fullName(full_name)
  if (name !== before.full_name) await assertNameFree(turn, name, before.id)
  return { full_name: name }
}

/**
 * Columns of a bot with a new owner, who is an active person and may have bots. Its role is the new owner's if that is a lower one.
 * The token is new, because the former owner knows the old one. The address ends, unless an administrator gives the bot away: its answers use up the new owner's share.
 */
async function newOwner(turn: Turn, before: BotRow, { bot_owner_id }: UpdateBotInput): Promise<Partial<BotRow>> {
  if (bot_owner_id === undefined || bot_owner_id === before.bot_owner_id) return {}
  const owner = await turn.cached(userById, turn.realm_id, bot_owner_id)
  if (owner === null) throw refused('Failed to change owner, no such user')
  if (!owner.is_active) throw refused('Failed to change owner, user is deactivated')
  if (owner.bot_type !== null) throw refused("Failed to change owner, bots can't own other bots")
  if (isGuest(owner)) throw refused("Failed to change owner, guests can't own bots")
  if (before.is_active) await assertRoomForBot(turn, owner)
  return {
    bot_owner_id,
    owner_email: owner.email,
    role: Math.max(before.role, owner.role) as Role,
    token: before.token && newKey(),
    ...(!isAdministrator(turn.actor) && { payload_url: null }),
  }
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

/** An event for each field that changed. */
async function changes(turn: Turn, before: BotRow, after: BotRow): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = []
  const { id, full_name, bot_owner_id } = after
  if (full_name !== before.full_name) events.push(await userChanged(turn, { user_id: id, full_name }))
  if (after.avatar_path !== before.avatar_path)
    events.push(await userChanged(turn, { user_id: id, ...avatarFields(after) }))
  const [was, is] = [bot(before), bot(after)]
  const fields = ['full_name', 'avatar_url', 'default_sending_stream', 'default_events_register_stream', 'default_all_public_streams', 'services'] as const // prettier-ignore
  for (const field of fields)
    if (JSON.stringify(was[field]) !== JSON.stringify(is[field]))
      events.push(await botChanged(turn, before, { user_id: id, [field]: is[field] } as BotChange))
  if (bot_owner_id !== null && bot_owner_id !== before.bot_owner_id) {
    events.push(...(await botPassedOn(turn, after, before.bot_owner_id)))
    events.push(await userChanged(turn, { user_id: id, bot_owner_id }))
  }
  return events
}

/**
 * Replaces a bot's keys by a new one (endpoints, Bots), and disconnects clients with former keys. A bot whose key another
 * account than its owner made may no longer rely on its owner's rights.
 */
export async function regenerateBotKey(
  turn: Turn,
  { bot_id }: { bot_id: number },
): Promise<Change<{ api_key: string }>> {
  const row = await accessBot(turn, bot_id)
  const { secret, step } = newSession({ user_id: bot_id, kind: 'key', name: '' }, turn.now)
  const lending: Step = {
    writes: [row.bot_owner_id === turn.actor.id ? takeBack(bot_id) : lend(bot_id)],
    // Only the answer has the new key. The event says that former keys ended.
    events: [await botChanged(turn, row, { user_id: bot_id, api_key: '' })],
    invalidates: [invalidation(isLent, bot_id)],
  }
  return { ...together(await endAllSessions(turn, row), step, lending), result: { api_key: secret } }
}
