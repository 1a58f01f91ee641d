import { fragment, type Fragment } from '../../core/sql/sql'
import type { StoredFeed } from './queries'

/** Stores the feed of a bot, in the place of the one that it had. */
export const storeFeed = ({ bot_id, url, origin, state }: StoredFeed): Fragment => fragment`
  insert into feed (bot_id, url, origin, state) values (${bot_id}, ${url}, ${origin}, ${JSON.stringify(state)})
  on conflict (bot_id) do update set url = excluded.url, origin = excluded.origin, state = excluded.state`

/** Stores what was found in a feed. */
export const storeFeedState = ({ bot_id, state }: Pick<StoredFeed, 'bot_id' | 'state'>): Fragment => fragment`
  update feed set state = ${JSON.stringify(state)} where bot_id = ${bot_id}`
