import { ApiError } from '../base/errors'

/** How long an object beside the database may take for an answer. */
export const objectTimeoutMs = 5000

/** Rows of an object's storage. */
interface ObjectRows {
  readonly rows_read: number
  readonly rows_written: number
}

/** What those need who read from the database and from an object beside it. */
export interface ObjectAccess {
  readonly env: Env
  /** How long the object may take for an answer. */
  readonly timeoutMs: number
  /** Whether the database is read from a replica, whose rows may be older than what the object has. */
  readonly isBesideReplica: () => boolean
  /** Counts a request to the object before it is made. Refuses it with 429 if the share of whoever asks is used up. */
  readonly onCall: () => void
  /** Counts rows that the object has read or written, as what the reads of the database cost. */
  readonly count: (rows: ObjectRows) => void
}

/** Thrown when an object beside the database does not answer. Jobs wait for it then, for a day at most, and lose no attempt by it. */
export class ObjectUnavailable extends ApiError {}

/** Thrown when what is beside the database shows that the rows which were read are out of date. The request starts over, once. */
export class OutOfDate extends ApiError {}
