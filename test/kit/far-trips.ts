/** Trips of a read that are made one after the other until the answer is there. Those that are made at once count as one. */
export interface Trips {
  /** From the Worker to the guard of the region and to a replica. */
  readonly nearby: number
  /** From the Worker to the primary. */
  readonly primary: number
}

/** Reads of people far away: without replicas, with them once the session has its lease, and again after a change of rights. */
export const readTrips = {
  without: { nearby: 0, primary: 1 },
  with: { nearby: 1, primary: 0 },
  again: { nearby: 2, primary: 0 },
} as const satisfies Record<string, Trips>
