import type { Account } from '../accounts/account'
import type { BotRow } from '../bots/queries'
import { webhookInterfaces } from '../accounts/types'
import type { LinkifierRow } from '../linkifiers/queries'
import type { MessageRow } from '../messages/page'
import { message } from '../messages/schema'
import type { Post } from './triggers'

/** What a bot's receiver is told of. */
interface PayloadContext extends Pick<Post, 'trigger' | 'origin'> {
  bot: Pick<BotRow, 'id' | 'email' | 'full_name' | 'token' | 'interface'>
  row: MessageRow
  realm: Pick<Account, 'string_id'> & { linkifiers: readonly LinkifierRow[] }
}

/** What is posted, and as what. */
interface Payload {
  type: string
  body: string
}

/** In the form that the bot's receiver understands (endpoints, Bots). */
export const payload = (told: PayloadContext): Payload =>
  told.bot.interface === webhookInterfaces.slack ? asSlack(told) : asOurs(told)

function asOurs({ bot, row, realm, trigger }: PayloadContext): Payload {
  const options = { ...realm, client_gravatar: false, apply_markdown: false, allow_edit_history: false }
  // Flags are a reader's own.
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

/** A form, as outgoing webhooks of Slack post it. There, too, private messages are never told. */
function asSlack({ bot, row, realm, trigger, origin }: PayloadContext): Payload {
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
