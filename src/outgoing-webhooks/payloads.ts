import type { Account } from '../accounts/account'
import type { BotRow } from '../bots/queries'
import { webhookInterfaces } from '../accounts/types'
import type { LinkifierRow } from '../linkifiers/queries'
import type { MessageRow } from '../messages/message-rows'
import { message } from '../messages/view'
import type { WebhookPost } from './triggers'

/** A message that calls a bot, and the bot. */
interface PayloadContext extends Pick<WebhookPost, 'trigger' | 'origin'> {
  bot: Pick<BotRow, 'id' | 'email' | 'full_name' | 'token' | 'interface'>
  row: MessageRow
  realm: Pick<Account, 'string_id'> & { linkifiers: readonly LinkifierRow[] }
}

/** The body of a post and its content type. */
interface Payload {
  type: string
  body: string
}

/** The payload in the format that the bot's server understands (endpoints, Bots). */
export const payload = (context: PayloadContext): Payload =>
  context.bot.interface === webhookInterfaces.slack ? slackPayload(context) : genericPayload(context)

function genericPayload({ bot, row, realm, trigger }: PayloadContext): Payload {
  const options = { ...realm, client_gravatar: false, apply_markdown: false, allow_edit_history: false }
  // Flags belong to one user; here they would be those of the bot.
  const { flags: _, ...shown } = message(row, options)
  return {
    type: 'application/json',
    body: JSON.stringify({
      bot_email: bot.email,
      bot_full_name: bot.full_name,
      data: row.content,
      message: { ...shown, rendered_content: row.rendered_content },
      token: bot.token,
      trigger,
    }),
  }
}

/** A form, as Slack's outgoing webhooks post it. Like those, it is never used for private messages. */
function slackPayload({ bot, row, realm, trigger, origin }: PayloadContext): Payload {
  const fields = {
    token: bot.token ?? '',
    team_id: realm.string_id,
    team_domain: new URL(origin).hostname,
    channel_id: String(row.recipient_id),
    channel_name: row.stream_name ?? '',
    timestamp: String(row.sent_at),
    user_id: String(row.sender_id),
    user_name: row.sender_full_name,
    text: row.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  }
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() }
}
