import { activeAccount, countedShares, personOf, shareOf, type Account } from '../../accounts/account'
import { accountById } from '../../auth/queries'
import { ApiError, type Refusal } from '../../core/base/errors'
import type { JobReport } from '../../core/jobs/job-kind'
import {
  joinSteps,
  type AttemptLimit,
  type Change,
  type FollowUp,
  type Step,
  type SystemTurn,
  type Turn,
} from '../../core/turn/change'
import { sendMessage } from '../../messages/actions'
import { sendDirectNotice } from '../../messages/direct-notices'
import { problemOf } from '../failures'
import { fittingMessage } from '../fitting'
import { amount, escapeInline } from '../markdown'
import { integrationOfBot } from '../queries'
import { feedKey } from '../state-keys'
import type { FeedNews, PollResult } from './polling'
import { feedOfBot, feedsOfBots, type StoredFeed } from './queries'
import { lastRound, type FeedBatch } from './rounds'
import { failedState, failuresUntilNotice, goodState, knownEntries, type FeedState, type PollFailure } from './state'
import { storeFeedState } from './writes'

/** News that wait for their turn to be posted. */
interface WaitingNews {
  readonly bot_id: number
  /** Address that they were read at. */
  readonly url: string
  readonly news: FeedNews
}

/** Records what polls found. News are posted one by one afterwards, because others may write meanwhile. */
export async function recordPolls(
  turn: SystemTurn,
  { payload: { polls, shares }, outcome }: JobReport<FeedBatch, readonly PollResult[]>,
): Promise<Change> {
  const feeds = await feedsOfBots(
    turn.sql,
    polls.map(({ bot_id }) => bot_id),
  )
  const steps: Step[] = []
  const waiting: WaitingNews[] = []
  for (const [index, { bot_id, url }] of polls.entries()) {
    const feed = feeds.get(bot_id)
    const result = outcome?.[index]
    // Somebody may have chosen another address meanwhile.
    if (feed === undefined || feed.url !== url || result === undefined) continue
    if (result.kind === 'failed') steps.push(await failureStep(turn, feed, result))
    else if (result.kind === 'read' && result.entries.length > 0) waiting.push({ bot_id, url, news: result })
    else steps.push(...unchangedSteps(turn, feed, result.kind === 'read' ? result : null))
  }
  return { ...joinSteps(...steps), result: {}, shares, followUps: postingOf(waiting) }
}

const postingOf = (waiting: readonly WaitingNews[]): FollowUp[] =>
  waiting.length === 0 ? [] : [{ name: 'postFeedEntry', input: waiting, after: 0 }]

/** A new version without news is stored so often: some servers send another one each time. */
const versionSeconds = 6 * 3600

/** Stores that a feed is good again, or has another version. Most polls store nothing. */
function unchangedSteps({ now }: SystemTurn, feed: StoredFeed, news: FeedNews | null): Step[] {
  const { bot_id, state } = feed
  const isOther = news !== null && (news.etag !== state.etag || news.last_modified !== state.last_modified)
  if (state.failures === 0 && !(isOther && now - state.stored_at >= versionSeconds)) return []
  const next = news === null ? goodState(state, now) : stateAfter(state, news, now)
  return [{ writes: [storeFeedState({ bot_id, state: next })] }]
}

function stateAfter(state: FeedState, news: FeedNews, now: number): FeedState {
  const { title, etag, last_modified, interval_seconds } = news
  const entry_ids = knownEntries(news.entry_ids, state.entry_ids)
  return { ...goodState(state, now), title, etag, last_modified, interval_seconds, entry_ids }
}

/** Entries of the feeds of one person that are posted in an hour. The others are posted later. */
const entriesOfShare: AttemptLimit = { maxAttempts: 100, seconds: 3600, inMemory: true }

/**
 * Posts the first of the entries that wait, and notes it in the same commit, so that it is posted once. The version of the feed is
 * noted with the last one: if the others are lost, the next poll finds them again.
 */
export async function postFeedEntry(turn: SystemTurn, waiting: readonly WaitingNews[]): Promise<Change> {
  const [first, ...others] = waiting as [WaitingNews, ...WaitingNews[]]
  const { bot_id, url, news } = first
  const feed = await feedOfBot(turn.sql, bot_id)
  const actor = activeAccount(await accountById(turn.sql, turn.realm_id, bot_id))
  const skip: Change = { writes: [], result: {}, followUps: postingOf(others) }
  if (feed === null || feed.url !== url || actor === null || !mayPost(turn, actor)) return skip
  const [entry, ...later] = news.entries as [FeedNews['entries'][number], ...FeedNews['entries']]
  const isLast = later.length === 0
  const rest = isLast ? others : [{ ...first, news: { ...news, entries: later } }, ...others]
  const { state } = feed
  const next = isLast
    ? stateAfter(state, news, turn.now)
    : { ...goodState(state, turn.now), entry_ids: [entry.id, ...state.entry_ids] }
  const shares = countedShares(actor)
  const stored = storeFeedState({ bot_id, state: next })
  if (state.entry_ids.includes(entry.id))
    return { writes: isLast ? [stored] : [], result: {}, shares, followUps: postingOf(rest) }
  const content = isLast && news.more > 0 ? `${entry.content}\n\n${moreText(news.more)}` : entry.content
  const sent = await sentOrRefusal(post(asBot(turn, actor, feed), { id: entry.id, title: news.title, content }))
  if (!('writes' in sent)) {
    const failure = { problem: problemOf(sent), retryAfterSeconds: null, isGone: false }
    return { ...(await failureStep(turn, feed, failure)), result: {}, shares, followUps: postingOf(others) }
  }
  return {
    ...sent,
    writes: [...sent.writes, stored],
    result: {},
    shares,
    followUps: [...(sent.followUps ?? []), ...postingOf(rest)],
  }
}

const mayPost = ({ attempts, hasShareLeft }: SystemTurn, actor: Account): boolean =>
  hasShareLeft(countedShares(actor)) && attempts.mayTake(`feed entries of ${shareOf(actor)}`, entriesOfShare)

const moreText = (more: number): string => `And ${amount(more, 'more entry', 'more entries')}.`

const asBot = (turn: SystemTurn, actor: Account, { origin }: StoredFeed): Turn => ({
  ...turn,
  actor,
  facts: { ...turn.facts, origin, client: 'Internal' },
})

async function post(
  turn: Turn,
  { id, title, content }: { id: string; title: string; content: string },
): Promise<Change<{ id: number }>> {
  const setup = await integrationOfBot(turn.sql, turn.actor.id)
  const stream_id = setup?.stream_id ?? null
  const { topic } = fittingMessage({ topic: setup?.topic ?? title, content: '' })
  const to =
    stream_id === null
      ? { type: 'private' as const, to: JSON.stringify([personOf(turn.actor)]) }
      : { type: 'stream' as const, to: String(stream_id), topic }
  return sendMessage(turn, { ...to, content, echo: { queue_id: feedKey, local_id: id } })
}

/** The result of work, or why it was refused. A failure of the server itself is thrown. */
async function sentOrRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.refusal.status < 500) return error.refusal
    throw error
  }
}

/** Stores that a poll failed, and tells the owner if it has failed for long. */
async function failureStep(turn: SystemTurn, feed: StoredFeed, failure: PollFailure): Promise<Step> {
  const { now } = turn
  const state = failedState(feed.state, failure, { round: lastRound(turn, feed.bot_id) ?? now, now })
  const stored = { writes: [storeFeedState({ bot_id: feed.bot_id, state })] }
  if (state.failures !== failuresUntilNotice && !state.is_gone) return stored
  const actor = activeAccount(await accountById(turn.sql, turn.realm_id, feed.bot_id))
  if (actor === null) return stored
  const content = noticeText(actor.full_name, feed, state)
  return joinSteps(stored, await sendDirectNotice(asBot(turn, actor, feed), { to: personOf(actor), content }))
}

function noticeText(bot: string, { url }: StoredFeed, { problem, is_gone, failures }: FeedState): string {
  const text = `Your bot ${escapeInline(bot)} could not read its feed ${escapeInline(url)}`
  const problemText = `${escapeInline(problem?.problem ?? '')}.`
  return is_gone
    ? `${text}: ${problemText} It will not be read again, unless you choose another address.`
    : `${text} the last ${failures} times: ${problemText} It will be tried once a day at the least.`
}
