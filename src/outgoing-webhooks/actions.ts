import { activeAccount, sharesOf } from '../accounts/account'
import { accountById } from '../auth/queries'
import type { Change, SystemTurn, Turn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/job-kind'
import { unlessRefused } from '../core/base/errors'
import { sendMessage, type SendInput } from '../messages/actions'
import type { MessageRow } from '../messages/message-rows'
import { visibleMessage } from '../messages/visible-message'
import { sendDirectNotice } from '../messages/direct-notices'
import { failure } from './answers'
import type { Outcome } from './jobs'
import { callerShares, type DroppedPost, type WebhookPost } from './triggers'

/** The client name of a bot's replies. */
const client = 'OutgoingWebhookResponse'

/** The part of a reply that counts for the user who called the bot: an ordinary message. The owner of the bot pays the rest. */
const usualAnswer = { rows: 8, bytes: 4096 }

/**
 * Sends the response of a bot's server as a message of the bot, to the place of the message that called it. If the server gave no
 * response, the bot says so. Does nothing if the bot may not send there any longer, or if that message was deleted.
 */
export async function answerForBot(
  turn: SystemTurn,
  { payload: post, outcome }: JobReport<WebhookPost, Outcome>,
): Promise<Change> {
  const { bot_id, message_id, origin } = post
  const nothing = { writes: [], result: {} }
  const answer = outcome === null ? failure("The bot's server is not available.") : outcome.answer
  if (answer === null || answer.content.trim() === '') return nothing
  const actor = activeAccount(await accountById(turn.sql, turn.realm_id, bot_id))
  const message = actor && (await visibleMessage(turn.sql, actor, message_id))
  if (!actor || !message) return nothing
  const asBot: Turn = { ...turn, actor, facts: { ...turn.facts, origin, client } }
  const sent = await unlessRefused(sendMessage(asBot, { ...replyTo(message, actor.id), ...answer }))
  if (sent === null) return nothing
  const shares = sharesOf(actor)
  return { ...sent, result: {}, shares, sharedCost: { shares: callerShares(post) ?? shares, ...usualAnswer } }
}

/** Tells a bot's owner that posts were dropped, because too many are waiting for the servers of bots. */
export async function tellOwnerOfLeftOut(
  turn: SystemTurn,
  { payload: post }: JobReport<DroppedPost, object>,
): Promise<Change> {
  const { bot_id, owner_id, origin } = post
  const [owner, bot] = [
    activeAccount(await accountById(turn.sql, turn.realm_id, owner_id)),
    await accountById(turn.sql, turn.realm_id, bot_id),
  ]
  if (owner === null || bot === null || owner.bot_type !== null) return { writes: [], result: {} }
  const asOwner: Turn = { ...turn, actor: owner, facts: { ...turn.facts, origin } }
  const content = `Messages to @_**${bot.full_name}|${bot.id}** are not passed on for now: too many wait already for the servers of your bots to answer.`
  return {
    ...(await sendDirectNotice(asOwner, { to: owner_id, content })),
    result: {},
    shares: callerShares(post) ?? [owner_id],
  }
}

/** The current place of a message, as the recipient of a reply. */
function replyTo(
  { is_private, recipient_id, topic, members }: MessageRow,
  own_id: number,
): Pick<SendInput, 'type' | 'to' | 'topic'> {
  if (!is_private) return { type: 'stream', to: String(recipient_id), topic }
  const others = (JSON.parse(members!) as { id: number }[]).map(({ id }) => id).filter((id) => id !== own_id)
  return { type: 'private', to: JSON.stringify(others) }
}
