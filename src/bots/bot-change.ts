import { endOffers } from '../bot-offers/ending'
import { offerOf } from '../bot-offers/queries'
import { invalidation } from '../core/turn/query-cache'
import { joinSteps, type OutgoingEvent, type Step, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { nextDelivery } from '../scheduled/queries'
import { deleteScheduledOf } from '../scheduled/writes'
import { endAllSessions } from '../sessions/grant'
import { systemGroupEvents } from '../user-groups/system-groups'
import { avatarFields } from '../users/avatars'
import { userChanged } from '../users/events'
import { userInvalidations } from '../users/invalidation'
import { botChanged, botPassedOn, type BotChange } from './events'
import { isLent, type BotRow } from './queries'
import { bot } from './schema'
import { markBotLent, storeBot } from './writes'

/**
 * Stores a changed bot with its events. With a new owner, the bot's keys, its open offer and its scheduled messages end, because
 * the bot may now post with the rights of the new owner, who makes a new key.
 */
export async function changeBot(turn: Turn, before: BotRow, after: BotRow): Promise<Step> {
  const { id, full_name, bot_owner_id, role, avatar_path, avatar_version } = after
  const isPassedOn = bot_owner_id !== before.bot_owner_id
  const isRedirected = after.payload_url !== before.payload_url && turn.actor.id !== bot_owner_id
  const offer = isPassedOn ? await offerOf(turn.sql, id) : null
  const step: Step = {
    writes: [
      fragment`
        update user
        set full_name = ${full_name}, name_key = ${foldCase(full_name)}, bot_owner_id = ${bot_owner_id}, role = ${role},
          avatar_path = ${avatar_path}, avatar_version = ${avatar_version}
        where id = ${id}`,
      storeBot(id, after),
      ...(isPassedOn || isRedirected ? [markBotLent(id)] : []),
    ],
    events: await changes(turn, before, after),
    invalidates: [...userInvalidations(turn.realm_id, id), invalidation(isLent, id)],
  }
  return joinSteps(
    offer === null ? null : await endOffers(turn, [offer]),
    step,
    isPassedOn ? await endAllSessions(turn, before) : null,
    isPassedOn ? dropScheduled(turn, id) : null,
  )
}

/** Deletes what the former owner scheduled with a bot: it would be sent with the rights and the share of the new owner. */
const dropScheduled = ({ realm_id }: Turn, bot_id: number): Step => ({
  writes: [deleteScheduledOf([bot_id])],
  invalidates: [invalidation(nextDelivery, realm_id)],
})

/** An event for each field that changed. */
async function changes(turn: Turn, before: BotRow, after: BotRow): Promise<OutgoingEvent[]> {
  const events: OutgoingEvent[] = []
  const { id, full_name, bot_owner_id, role } = after
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
  if (role !== before.role)
    events.push(
      await userChanged(turn, { user_id: id, role }),
      ...(await systemGroupEvents(turn, id, { from: before.role, to: role })),
    )
  return events
}
