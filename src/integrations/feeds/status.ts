import type { Turn } from '../../core/turn/change'
import type { Problem } from '../failures'
import { feedOfBot } from './queries'
import { pollTimes } from './rounds'

/** How a feed fares, for its owner. Times are UNIX seconds. */
export interface FeedStatus {
  readonly url: string
  readonly title: string
  /** Null: unknown. */
  readonly polled_at: number | null
  /** Null: never, because the feed is gone. */
  readonly next_poll_at: number | null
  readonly failures: number
  /** What was wrong the last time; nulls if nothing was. */
  readonly problem: string | null
  readonly code: string | null
  readonly reason: string | null
}

const noProblem: { readonly [N in keyof Problem]: null } = { problem: null, code: null, reason: null }

/** How the feed of a bot fares; null if it posts none. */
export async function feedStatus(turn: Turn, bot_id: number): Promise<FeedStatus | null> {
  const feed = await feedOfBot(turn.sql, bot_id)
  if (feed === null) return null
  const { url, state } = feed
  const { title, failures, problem } = state
  return { url, title, failures, ...(problem ?? noProblem), ...pollTimes(turn, feed) }
}
