import { fragment, type Fragment } from '../core/sql/sql'
import { type BotSettings } from './queries'

/** Marks a bot as lent: another account knows its key or chose its address, so it must not rely on its owner's rights. */
export const markBotLent = (bot_id: number): Fragment => fragment`
  insert into lent_bot (user_id) values (${bot_id})
  on conflict (user_id) do nothing`

/** Marks a bot as no longer lent, because its owner has made a new key. */
export const unmarkBotLent = (bot_id: number): Fragment => fragment`delete from lent_bot where user_id = ${bot_id}`

/** Stores all columns that only bots have. */
export const storeBot = (user_id: number, settings: BotSettings): Fragment => fragment`
  insert or replace into bot (
    user_id, default_sending_stream_id, default_events_register_stream_id, default_all_public_streams, payload_url,
    interface, token, config_data
  )
  values (
    ${user_id}, ${settings.default_sending_stream_id}, ${settings.default_events_register_stream_id},
    ${settings.default_all_public_streams}, ${settings.payload_url}, ${settings.interface}, ${settings.token},
    ${settings.config_data}
  )`
