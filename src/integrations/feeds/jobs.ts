import type { JobContext, JobKind } from '../../core/jobs/job-kind'
import type { FeedBatch } from './rounds'

/** Polls feeds, in an event of its own: it sends many requests, and what others write is read there. */
export const pollFeeds: JobKind = {
  run: (batch: FeedBatch, { doApart }: JobContext) => doApart('pollFeedBatch', batch),
  action: 'recordPolls',
  canWait: true,
  ownerOf: ({ shares: [share] }: FeedBatch) => share,
  poolOf: ({ shares: [, pool] }: FeedBatch) => pool,
}
