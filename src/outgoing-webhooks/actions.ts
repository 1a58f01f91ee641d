import { activeAccount, shareOf } from '../accounts/account'
import { accountById } from '../auth/queries'
import type { Change, SystemTurn, Turn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/jobs'
import { unlessRefused } from '../core/base/errors'
import { sendMessage, type SendInput } from '../messages/actions'
import { visibleMessage, type MessageRow } from '../messages/page'
import { sendDirectNotice } from '../messages/private-notices'
import { failure } from './answers'
import type { Outcome } from './jobs'
import type { LeftOut, Post } from './triggers'

/** The client that messages of a receiver's come from. */
const client = 'OutgoingWebhookResponse'

/**
 * Has a bot say what its receiver answered, where it was called, as if it sent it itself; says so if there was no answer to
 * be had. Nothing if it may not by now, or if the message is gone.
 */
export async function answerForBot(
  turn: SystemTurn,
  { payload: { bot_id, message_id, origin }, outcome }: JobReport<Post, Outcome>,
): Promise<Change> {
  const nothing = { writes: [], result: {} }
  const answer = outcome === null ? failure("The bot's server is not available.") : outcome.answer
  if (answer === null || answer.content.trim() === '') return nothing
  const actor = activeAccount(await accountById(turn.sql, turn.realm_id, bot_id))
  const called = actor && (await visibleMessage(turn.sql, actor, message_id))
  if (!actor || !called) return nothing
  const asBot: Turn = { ...turn, actor, facts: { ...turn.facts, origin, client } }
  const sent = await unlessRefused(sendMessage(asBot, { ...placeOf(called, actor.id), ...answer }))
  return sent === null ? nothing : { ...sent, result: {}, share: shareOf(actor) }
}

/** Tells a bot's owner that its receiver is so slow that it is not called any more. */
export async function tellOwnerOfLeftOut(
  turn: SystemTurn,
  { payload: { bot_id, owner_id, origin } }: JobReport<LeftOut, object>,
): Promise<Change> {
  const [owner, bot] = [
    activeAccount(await accountById(turn.sql, turn.realm_id, owner_id)),
    await accountById(turn.sql, turn.realm_id, bot_id),
  ]
  if (owner === null || bot === null || owner.bot_type !== null) return { writes: [], result: {} }
  const asOwner: Turn = { ...turn, actor: owner, facts: { ...turn.facts, origin } }
  const content = `Messages to @_**${bot.full_name}|${bot.id}** are not passed on for now: too many wait already for the servers of your bots to answer.`
  return { ...(await sendDirectNotice(asOwner, { to: owner_id, content })), result: {}, share: owner_id }
}

/** Where a message stands by now, as somebody who receives it would address it. */
function placeOf(
  { is_private, recipient_id, topic, members }: MessageRow,
  own_id: number,
): Pick<SendInput, 'type' | 'to' | 'topic'> {
  if (!is_private) return { type: 'stream', to: String(recipient_id), topic }
  const others = (JSON.parse(members!) as { id: number }[]).map(({ id }) => id).filter((id) => id !== own_id)
  return { type: 'private', to: JSON.stringify(others) }
}
