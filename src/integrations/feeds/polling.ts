import { mapConcurrently } from '../../core/base/concurrently'
import { clipText } from '../../core/base/unicode'
import { feedAddresses } from './addresses'
import { feedIn } from './document'
import { entryContent, entryId } from './entry-message'
import type { Feed, FeedEntry } from './feed'
import { feedFailure, fetchFeed, type FeedFailure, type FeedResponse, type FeedVersion } from './fetching'
import { pageFeed } from './page-feed'
import { intervalWithin } from './state'

/** A feed to poll. */
export interface FeedPoll extends FeedVersion {
  readonly bot_id: number
  readonly url: string
  /** Hashes of the entries that are no news. */
  readonly entry_ids: readonly string[]
}

/** An entry that is news. */
export interface EntryNews {
  readonly id: string
  /** Markdown. */
  readonly content: string
}

/** What was read in a feed. */
export interface FeedNews extends FeedVersion {
  /** Title of the feed; its host if it has none. */
  readonly title: string
  readonly interval_seconds: number
  /** Hashes of all entries, the newest first. */
  readonly entry_ids: readonly string[]
  /** Entries to post, the oldest first. */
  readonly entries: readonly EntryNews[]
  /** How many more entries are news. */
  readonly more: number
}

export type PollResult =
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'read' } & FeedNews)
  | ({ readonly kind: 'failed' } & FeedFailure)

/** Entries of one poll that are posted. */
const maxPosted = 10

/** Characters of the title of a feed that are stored: more than a topic has. */
const maxTitleCharacters = 100

/** Feeds that are fetched at the same time. The platform lets one event have six connections open. */
const maxAtOnce = 4

/** Polls feeds in this event, and answers what became of each, in their order. */
export async function pollFeedBatch(
  { polls, origin }: { polls: readonly FeedPoll[]; origin: string },
  env: Env,
): Promise<PollResult[]> {
  const mayAsk = feedAddresses(origin, env)
  return mapConcurrently(polls, maxAtOnce, async (poll) =>
    resultOf(await fetchFeed(poll.url, poll, mayAsk), poll.entry_ids),
  )
}

/** A feed that somebody adds, or why it cannot be read. */
export type FoundFeed = { readonly url: string; readonly news: FeedNews } | { readonly problem: FeedFailure['problem'] }

const noVersion: FeedVersion = { etag: null, last_modified: null }

/** Finds the feed at an address: the document itself, or the feed that a web page links to. */
export async function findFeed({ address, origin }: { address: string; origin: string }, env: Env): Promise<FoundFeed> {
  const mayAsk = feedAddresses(origin, env)
  const response = await fetchFeed(address, noVersion, mayAsk)
  const found = foundIn(response, address)
  if ('news' in found || response.kind !== 'document') return found
  const linked = await pageFeed(response)
  return linked === null ? found : foundIn(await fetchFeed(linked, noVersion, mayAsk), linked)
}

function foundIn(response: FeedResponse, url: string): FoundFeed {
  const result = resultOf(response, [])
  if (result.kind === 'unchanged') return { problem: noFeed().problem }
  if (result.kind === 'failed') return { problem: result.problem }
  const { kind: _, ...news } = result
  return { url, news }
}

const noFeed = () => feedFailure('no_feed', 'There is neither RSS nor Atom nor JSON Feed')

function resultOf(response: FeedResponse, known: readonly string[]): PollResult {
  if (response.kind !== 'document') return response
  const { bytes, type, url, version, maxAgeSeconds } = response
  const feed = feedIn(bytes, type)
  if (feed === null) return noFeed()
  return {
    kind: 'read',
    ...newsIn(feed, { url, known }),
    ...version,
    interval_seconds: intervalOf(feed, maxAgeSeconds),
  }
}

const intervalOf = ({ minIntervalSeconds }: Feed, maxAgeSeconds: number | null): number =>
  intervalWithin(Math.max(minIntervalSeconds ?? 0, maxAgeSeconds ?? 0))

function newsIn(
  { title, entries }: Feed,
  { url, known }: { url: string; known: readonly string[] },
): Omit<FeedNews, keyof FeedVersion | 'interval_seconds'> {
  const ordered = newestFirst(entries).map((entry) => ({ id: entryId(entry), entry }))
  const unique = [...new Map(ordered.toReversed().map((one) => [one.id, one])).values()].toReversed()
  const isKnown = new Set(known)
  const news = unique.filter(({ id }) => !isKnown.has(id))
  return {
    title: clipText(title, maxTitleCharacters) || new URL(url).hostname,
    entry_ids: unique.map(({ id }) => id),
    entries: news
      .slice(0, maxPosted)
      .toReversed()
      .map(({ id, entry }) => ({ id, content: entryContent(entry, url) })),
    more: Math.max(0, news.length - maxPosted),
  }
}

/** Entries as most feeds have them. Some begin with the oldest. */
function newestFirst(entries: readonly FeedEntry[]): readonly FeedEntry[] {
  const [first, last] = [entries[0]?.dated_at, entries.at(-1)?.dated_at]
  return first && last && first < last ? entries.toReversed() : entries
}
