import { mebibyte } from './units'

/** A limit of what an organization's object holds at once, and the parts of it. */
interface ObjectLimit {
  readonly ofRealm: number
  /** For one share: a quarter of the whole at most, so that nobody uses it up alone. */
  readonly ofShare: number
  /** For all shares of a pool together: a quarter of the whole at most. */
  readonly ofPool: number
}

/**
 * All limits of what an organization's object holds at once for its accounts. Each says what one share may use, and a pool,
 * because a limit without such parts is one that a single person uses up for all others. What is stored is limited in the
 * rooms.
 */
export const objectLimits = {
  /** More than the devices and programs of one person. The object reads all queues at each wake, and looks through them at each event. */
  queues: { ofRealm: 5000, ofShare: 100, ofPool: 1250 },
  /** Waiting and running jobs; beyond them those that can be left out are. */
  jobs: { ofRealm: 1000, ofShare: 100, ofPool: 250 },
  /** Characters of asks on sockets that wait to be answered. */
  askedCharacters: { ofRealm: 8 * mebibyte, ofShare: mebibyte, ofPool: 2 * mebibyte },
} as const satisfies Record<string, ObjectLimit>
