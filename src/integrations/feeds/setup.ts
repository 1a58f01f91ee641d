import { shareOf } from '../../accounts/account'
import { lackOfRoom } from '../../accounts/limit-room'
import { botTypes } from '../../accounts/types'
import { accessBot, assertMayCreateBot } from '../../bots/access'
import { refused } from '../../core/base/errors'
import type { AttemptLimit, Change, Turn } from '../../core/turn/change'
import type { FeedNews } from './polling'
import { feedOfBot, feedsByBot, type StoredFeed } from './queries'
import { noteFeed } from './rounds'
import { goodState } from './state'
import { storeFeed } from './writes'

/** A feed that was found at an address that somebody chose. */
export interface ChosenFeed {
  readonly url: string
  readonly news: FeedNews
}

/** Addresses that one person has the server look at in an hour. */
const lookups: AttemptLimit = { maxAttempts: 60, seconds: 3600, inMemory: true }

/** Refuses an account that may not choose the address of a feed, before the server asks for it. `bot_id` is null for a new feed. */
export async function beginFeedLookup(turn: Turn, { bot_id }: { bot_id: number | null }): Promise<Change> {
  const { actor, attempts } = turn
  if (bot_id === null) {
    assertMayCreateBot(actor, botTypes.incomingWebhook)
    await assertRoomForFeed(turn)
  } else {
    await accessBot(turn, bot_id)
    if ((await feedOfBot(turn.sql, bot_id)) === null) throw noFeedOfBot()
  }
  attempts.take(`feed lookups of ${shareOf(actor)}`, lookups)
  return { writes: [], result: {} }
}

export const noFeedOfBot = () => refused('Only bots that read feeds have a feed_url')

async function assertRoomForFeed(turn: Turn): Promise<void> {
  const lack = await lackOfRoom(turn, 'feeds', 1, feedsByBot(turn.realm_id))
  if (lack !== null) throw refused(lack)
}

type FeedStep = Pick<Change, 'writes' | 'wakesAt'>

/** Adds the feed of a new bot. What it has already is no news. */
export async function addFeed(turn: Turn, bot_id: number, chosen: ChosenFeed): Promise<FeedStep> {
  await assertRoomForFeed(turn)
  return chosenStep(turn, bot_id, chosen)
}

/** Changes the feed of a bot. Without another address, one that failed is tried again in the next round. */
export async function changeFeed(turn: Turn, bot_id: number, chosen: ChosenFeed | null): Promise<FeedStep> {
  if (chosen !== null) return chosenStep(turn, bot_id, chosen)
  const feed = await feedOfBot(turn.sql, bot_id)
  if (feed === null || feed.state.failures === 0) return { writes: [] }
  return {
    writes: [storeFeed({ ...feed, state: goodState(feed.state, feed.state.stored_at) })],
    wakesAt: noteFeed(turn, bot_id),
  }
}

function chosenStep(turn: Turn, bot_id: number, { url, news }: ChosenFeed): FeedStep {
  const { title, etag, last_modified, interval_seconds, entry_ids } = news
  const feed: StoredFeed = {
    bot_id,
    url,
    origin: turn.facts.origin,
    state: {
      title,
      etag,
      last_modified,
      interval_seconds,
      entry_ids,
      failures: 0,
      problem: null,
      not_before: 0,
      is_gone: false,
      stored_at: turn.now,
    },
  }
  return { writes: [storeFeed(feed)], wakesAt: noteFeed(turn, bot_id) }
}
