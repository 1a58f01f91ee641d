import { activeAccount } from '../accounts/account'
import { accountById } from '../auth/queries'
import { botById, type BotRow } from '../bots/queries'
import { webhookInterfaces } from '../accounts/types'
import type { JobKind, JobContext } from '../core/jobs/job-kind'
import { askOutside, withinSeconds, type OutsideAnswer } from '../core/base/fetch-outside'
import { linkifiersOf } from '../linkifiers/queries'
import { visibleMessage } from '../messages/visible-message'
import { version } from '../realm/version'
import { parsedAnswer, failure, type Answer } from './answers'
import { payload } from './payloads'
import type { WebhookPost } from './triggers'

/** The outcome of a post. `answer` is null if the bot does not reply. */
export interface Outcome {
  answer: Answer | null
}

/** Seconds to wait for a server. Without a response it is tried again later. */
const timeoutSeconds = 10

/** Maximal bytes of a response. A message is shorter, even if JSON escapes all of it. */
const maxBytes = 64 * 1024

const userAgent = `RivuletOutgoingWebhook/${version.service_version}`

/** Posts a message to a bot's server and reads the response. It is repeated if the server is not available. */
export const postToService: JobKind = {
  action: 'answerForBot',
  // Jobs of earlier releases have no caller.
  ownerOf: ({ caller_share_id, owner_id }: WebhookPost) => caller_share_id ?? owner_id ?? null,
  poolOf: ({ caller_pool }: WebhookPost) => caller_pool,
  run: async (post: WebhookPost, place): Promise<Outcome> => ({ answer: await answerTo(post, place) }),
}

/** Makes the notification bot tell an owner about dropped posts. This only needs the database. */
export const tellOfLeftOut: JobKind = { action: 'tellOwnerOfLeftOut', run: async () => ({}) }

async function answerTo(
  { bot_id, message_id, ...post }: WebhookPost,
  { sql, realm_id }: JobContext,
): Promise<Answer | null> {
  const [row, bot, linkifiers] = await Promise.all([
    accountById(sql, realm_id, bot_id),
    botById(sql, realm_id, bot_id),
    linkifiersOf(sql, realm_id),
  ])
  const account = activeAccount(row)
  if (account === null || bot === null || bot.payload_url === null) return null
  const message = await visibleMessage(sql, account, message_id)
  if (message === null) return null
  if (bot.interface === webhookInterfaces.slack && message.is_private)
    return failure("Slack's outgoing webhooks know no private messages.")
  const { type, body } = payload({ ...post, bot, row: message, realm: { ...account, linkifiers } })
  const headers = { 'Content-Type': type, Accept: 'application/json', 'User-Agent': userAgent }
  const { payload_url } = bot
  const answer = await withinSeconds(timeoutSeconds, (signal) =>
    askOutside(payload_url, { method: 'POST', headers, body }, { signal, maxBytes }),
  )
  return answerOf(bot, answer)
}

function answerOf(bot: BotRow, { status, bytes, isWhole }: OutsideAnswer): Answer | null {
  if (status >= 500) throw new Error(`A receiver answered with ${status}`)
  if (status < 200 || status > 299) return failure(`The bot's server answered with status ${status}.`)
  return isWhole
    ? parsedAnswer(new TextDecoder().decode(bytes), bot.interface ?? webhookInterfaces.generic)
    : failure('The answer of the bot is too long.')
}
