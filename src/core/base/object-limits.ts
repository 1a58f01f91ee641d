import { mebibyte } from './units'

/** A limit of what an organization's object holds at once, and the parts of it that some may use. */
interface ObjectLimit {
  readonly ofRealm: number
  /** What one share may use: a quarter of the whole at most, so that nobody uses it up alone. */
  readonly ofShare: number
  /** What all shares of a pool may use together: a quarter of the whole at most. */
  readonly ofPool: number
}

/**
 * All limits of what an organization's object holds in memory for its accounts. Each has a part for one share and one for a
 * pool, because a single person could use up a limit without parts for everybody else. The features limit what is stored.
 */
export const objectLimits = {
  /**
   * Event queues. A share has more than one person has devices and programs. The object reads all queues when it wakes, and looks
   * through them at each event.
   */
  queues: { ofRealm: 5000, ofShare: 100, ofPool: 1250 },
  /** Waiting and running jobs. When there are so many, jobs that can be left out do not begin. */
  jobs: { ofRealm: 1000, ofShare: 100, ofPool: 250 },
  /** Characters of asks on sockets that wait to be answered. */
  askedCharacters: { ofRealm: 8 * mebibyte, ofShare: mebibyte, ofPool: 2 * mebibyte },
} as const satisfies Record<string, ObjectLimit>
