import { fragment, type Fragment } from '../core/sql/sql'
import type { BotIntegration } from './queries'

/** Stores what a bot posts for a service, in the place of what it posted before. */
export const storeIntegration = (row: BotIntegration): Fragment => fragment`
  insert or replace into integration
    (bot_id, service, stream_id, topic, only_events, excluded_events, secret, created_at)
  values
    (${row.bot_id}, ${row.service}, ${row.stream_id}, ${row.topic}, ${JSON.stringify(row.only_events)},
      ${JSON.stringify(row.excluded_events)}, ${row.secret}, ${row.created_at})`
