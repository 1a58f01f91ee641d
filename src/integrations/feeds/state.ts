import { daySeconds } from '../../core/base/units'
import type { Problem } from '../failures'
import { maxEntries } from './feed'

/** What is remembered of a feed from one poll to the next. */
export interface FeedState {
  readonly title: string
  /** The headers by which the server knows which version we have read, as it sent them. */
  readonly etag: string | null
  readonly last_modified: string | null
  /** Seconds from one poll to the next. */
  readonly interval_seconds: number
  /** Hashes of the entries that are no news, the newest first. */
  readonly entry_ids: readonly string[]
  /** Polls that failed one after the other. */
  readonly failures: number
  /** What was wrong with the last poll; null if it was good. */
  readonly problem: Problem | null
  /** No poll before this time, in UNIX seconds. */
  readonly not_before: number
  /** The server said that the feed is gone for good. It is not polled again. */
  readonly is_gone: boolean
  /** UNIX time of this state. */
  readonly stored_at: number
}

/** Feeds are polled in rounds. This is the time from one to the next, and the shortest interval of a feed. */
export const roundSeconds = 1800

/** So often every feed is polled. */
const maxIntervalSeconds = daySeconds

/** Entries that are remembered, though they are no longer in the document: some servers go back to an older version for a while. */
const maxFormerEntries = 200

/** The interval of a feed that wants this one; null if it wants none. */
export const intervalWithin = (wanted: number | null): number =>
  Math.min(Math.max(wanted ?? 0, roundSeconds), maxIntervalSeconds)

/** The entries that are no news after a poll. */
export const knownEntries = (inDocument: readonly string[], before: readonly string[]): string[] =>
  [...new Set([...inDocument, ...before])].slice(0, Math.max(inDocument.length, maxEntries) + maxFormerEntries)

/** Failures after which the owner is told. They take 15 hours or longer. */
export const failuresUntilNotice = 5

export interface PollFailure {
  readonly problem: Problem
  /** Seconds for which the server wants to be left alone; null if it does not say. */
  readonly retryAfterSeconds: number | null
  readonly isGone: boolean
}

/** The state after a poll that failed. The next one comes later each time, at most after a day. `round` is when its round began. */
export function failedState(
  state: FeedState,
  failure: PollFailure,
  { round, now }: { round: number; now: number },
): FeedState {
  const failures = state.failures + 1
  const delaySeconds = Math.min(state.interval_seconds * 2 ** Math.min(failures, 10), maxIntervalSeconds)
  const wantedSeconds = Math.min(failure.retryAfterSeconds ?? 0, maxIntervalSeconds)
  return {
    ...state,
    failures,
    problem: failure.problem,
    not_before: Math.max(round + delaySeconds, now + wantedSeconds),
    is_gone: failure.isGone,
    stored_at: now,
  }
}

/** The state after a poll that found the feed. */
export const goodState = (state: FeedState, now: number): FeedState => ({
  ...state,
  failures: 0,
  problem: null,
  not_before: 0,
  is_gone: false,
  stored_at: now,
})
