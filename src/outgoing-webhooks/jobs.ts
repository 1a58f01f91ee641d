import { activeAccount } from '../accounts/account'
import { accountById } from '../auth/queries'
import { botById, type BotRow } from '../bots/queries'
import { webhookInterfaces } from '../accounts/types'
import type { JobKind, JobContext } from '../core/jobs/jobs'
import { askOutside, withinSeconds, type OutsideAnswer } from '../core/jobs/fetch-outside'
import { linkifiersOf } from '../linkifiers/queries'
import { visibleMessage } from '../messages/page'
import { version } from '../realm/version'
import { answerIn, failure, type Answer } from './answers'
import { payload } from './payloads'
import type { Post } from './triggers'

/** What came of a post; no answer when there is nothing to say. */
export interface Outcome {
  answer: Answer | null
}

const patience = 10

/** Of a receiver's answer: more than a message can hold, with all that JSON escapes. */
const mostBytes = 64 * 1024

const userAgent = `RivuletOutgoingWebhook/${version.service_version}`

/** Posts a message to a bot's receiver, and learns what the bot says to it. Tried again when the receiver is not there. */
export const postToService: JobKind = {
  action: 'answerForBot',
  ownerOf: ({ owner_id }: Post) => owner_id ?? null,
  run: async (post: Post, place): Promise<Outcome> => ({ answer: await answerTo(post, place) }),
}

/** Nothing is done outside: the owner is told by the notification bot. */
export const tellOfLeftOut: JobKind = { action: 'tellOwnerOfLeftOut', run: async () => ({}) }

async function answerTo({ bot_id, message_id, ...how }: Post, { sql, realm_id }: JobContext): Promise<Answer | null> {
  const [row, bot, linkifiers] = await Promise.all([
    accountById(sql, realm_id, bot_id),
    botById(sql, realm_id, bot_id),
    linkifiersOf(sql, realm_id),
  ])
  const account = activeAccount(row)
  if (account === null || bot === null || bot.payload_url === null) return null
  const about = await visibleMessage(sql, account, message_id)
  if (about === null) return null
  if (bot.interface === webhookInterfaces.slack && about.is_private)
    return failure("Slack's outgoing webhooks know no private messages.")
  const { type, body } = payload({ ...how, bot, row: about, realm: { ...account, linkifiers } })
  const headers = { 'Content-Type': type, Accept: 'application/json', 'User-Agent': userAgent }
  const { payload_url } = bot
  const answer = await withinSeconds(patience, (signal) =>
    askOutside(payload_url, { method: 'POST', headers, body }, { signal, mostBytes }),
  )
  return answerOf(bot, answer)
}

function answerOf(bot: BotRow, { status, bytes, isWhole }: OutsideAnswer): Answer | null {
  if (status >= 500) throw new Error(`A receiver answered with ${status}`)
  if (status < 200 || status > 299) return failure(`The bot's server answered with status ${status}.`)
  return isWhole
    ? answerIn(new TextDecoder().decode(bytes), bot.interface ?? webhookInterfaces.generic)
    : failure('The answer of the bot is too long.')
}
