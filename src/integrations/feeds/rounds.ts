import type { AgendaItem } from '../../core/turn/agenda'
import type { Change, Job, SystemTurn, Turn } from '../../core/turn/change'
import type { ShareIds } from '../../core/turn/share-limits'
import { organizationLimits } from '../../accounts/organization-limits'
import type { FeedPoll } from './polling'
import { activeFeeds, hasActiveFeed, type ActiveFeed } from './queries'
import { roundSeconds, type FeedState } from './state'

/**
 * The rounds in which an organization polls its feeds. All feeds that are due are polled in the same round, so that a round costs
 * one alarm and one row of the object's storage, however many feeds there are.
 */
interface Rounds {
  /** Seconds after a multiple of `roundSeconds`, at random, so that not all organizations ask a server at once. */
  readonly offset_seconds: number
  /** The round in which the feed of each bot was polled last, in UNIX seconds. */
  readonly polled: Readonly<Record<string, number>>
}

type RoundsItem = AgendaItem<Rounds>

const key = 'feeds'

/** Polls of one job. Its event may send 50 requests on the free plan, and a poll up to four. */
const maxPollsOfJob = 10

/** The round in which a time lies, and the first one from a time on. */
const roundOf = (time: number, { offset_seconds }: Rounds): number =>
  Math.floor((time - offset_seconds) / roundSeconds) * roundSeconds + offset_seconds

const roundFrom = (time: number, { offset_seconds }: Rounds): number =>
  Math.ceil((time - offset_seconds) / roundSeconds) * roundSeconds + offset_seconds

const roundsIn = ({ agenda }: Pick<SystemTurn, 'agenda'>): Rounds =>
  (agenda.get(key) as RoundsItem | undefined)?.input ?? {
    offset_seconds: Math.floor(Math.random() * roundSeconds),
    polled: {},
  }

/** When a feed was polled last, and when it will be polled next; nulls: unknown, and never. */
export function pollTimes(
  turn: Pick<SystemTurn, 'agenda' | 'now'>,
  { bot_id, state }: Pick<ActiveFeed, 'bot_id' | 'state'>,
): { polled_at: number | null; next_poll_at: number | null } {
  const rounds = roundsIn(turn)
  const next_poll_at = state.is_gone ? null : Math.max(dueOf(rounds, bot_id, state), roundFrom(turn.now, rounds))
  const round = lastRound(turn, bot_id)
  // What is found is stored later than its round began, and a new feed was not read in a round.
  return { polled_at: round === null ? null : Math.max(round, state.stored_at), next_poll_at }
}

/** The round in which the feed of a bot was polled last; null if unknown. */
export const lastRound = (turn: Pick<SystemTurn, 'agenda'>, bot_id: number): number | null =>
  roundsIn(turn).polled[bot_id] ?? null

/** The round in which a feed is due. */
const dueOf = (rounds: Rounds, bot_id: number, { interval_seconds, not_before }: FeedState): number =>
  roundFrom(Math.max((rounds.polled[bot_id] ?? 0) + interval_seconds, not_before), rounds)

/** Notes that the feed of a bot was read just now, so that it is polled from now on. Answers when the next round is. */
export function noteFeed(turn: Turn, bot_id: number): number {
  const rounds = roundsIn(turn)
  const input = { ...rounds, polled: { ...rounds.polled, [bot_id]: roundOf(turn.now, rounds) } }
  const due = roundFrom(turn.now + 1, rounds)
  turn.agenda.put({ key, due, input })
  return due
}

/** The agenda may have been lost, and feeds may be active again: sees to it that there are rounds. Answers when the next one is. */
export async function ensureRounds(turn: SystemTurn): Promise<number | null> {
  if (turn.agenda.get(key) !== undefined || !(await hasActiveFeed(turn.sql, turn.realm_id))) return null
  const input = roundsIn(turn)
  const due = roundFrom(turn.now, input)
  turn.agenda.put({ key, due, input })
  return due
}

/** Begins the polls of a round that is due. Answers when the next one is. */
export async function beginRound(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { agenda, now, sql, realm_id } = turn
  const item = agenda.get(key) as RoundsItem | undefined
  if (item === undefined || item.due > now) return { writes: [], result: { next: item?.due ?? null } }
  const feeds = await activeFeeds(sql, realm_id, organizationLimits.feeds.ofRealm)
  const rounds = item.input
  const due = feeds.filter(({ bot_id, state }) => !state.is_gone && dueOf(rounds, bot_id, state) <= now)
  const round = roundOf(now, rounds)
  const polled = Object.fromEntries(
    feeds.flatMap(({ bot_id }) => {
      const time = due.some((feed) => feed.bot_id === bot_id) ? round : rounds.polled[bot_id]
      return time === undefined ? [] : [[bot_id, time] as const]
    }),
  )
  const dues = feeds
    .filter(({ state }) => !state.is_gone)
    .map(({ bot_id, state }) => Math.max(dueOf({ ...rounds, polled }, bot_id, state), round + roundSeconds))
  if (dues.length === 0) agenda.delete(key)
  const next = dues.length === 0 ? null : Math.min(...dues)
  // Before the polls begin, so that a feed that ends the object does not do so again and again.
  if (next !== null) agenda.put({ key, due: next, input: { ...rounds, polled } })
  return { writes: [], result: { next }, jobs: jobsOf(due.filter(({ shares }) => turn.hasShareLeft(shares))) }
}

/** Feeds of one share, and of an organization at one address, to poll in one job. */
export interface FeedBatch {
  readonly polls: readonly FeedPoll[]
  readonly origin: string
  readonly shares: ShareIds
}

/**
 * The jobs have no rows, and an object that is lost has no jobs. Then their feeds are polled in the next round, in which they
 * have the same news.
 */
function jobsOf(feeds: readonly ActiveFeed[]): Job[] {
  const groups = Map.groupBy(feeds, ({ shares: [share], origin }) => `${share} ${origin}`)
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxPollsOfJob) }, (_, index): Job => {
      const batch = group.slice(index * maxPollsOfJob, (index + 1) * maxPollsOfJob)
      const [{ origin, shares, bot_id }] = batch as [ActiveFeed, ...ActiveFeed[]]
      const payload: FeedBatch = { polls: batch.map(pollOf), origin, shares }
      return { kind: 'pollFeeds', payload, agendaKey: `${key} ${bot_id}` }
    }),
  )
}

const pollOf = ({ bot_id, url, state: { etag, last_modified, entry_ids } }: ActiveFeed): FeedPoll => ({
  bot_id,
  url,
  etag,
  last_modified,
  entry_ids,
})
