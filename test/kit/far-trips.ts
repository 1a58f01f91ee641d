/** Trips of a request that are made one after the other until the answer is there. Those that are made at once count as one. */
export interface Trips {
  /** From the Worker to the guard of the region and to a replica. */
  readonly nearby: number
  /** From the Worker to the primary. */
  readonly primary: number
  /** From the Worker to the realm's object. */
  readonly object: number
}

/** Reads of people far away: without replicas, with them once the session has its lease, and again after a change of rights. */
export const readTrips = {
  without: { nearby: 0, primary: 1, object: 0 },
  with: { nearby: 1, primary: 0, object: 0 },
  again: { nearby: 2, primary: 0, object: 0 },
} as const satisfies Record<string, Trips>

/** The first request of a session to an isolate of the Worker that the realm's object decides, such as a registration, and later ones. */
export const writeTrips = {
  firstWithout: { nearby: 0, primary: 1, object: 1 },
  firstWith: { nearby: 1, primary: 0, object: 1 },
  later: { nearby: 0, primary: 0, object: 1 },
} as const satisfies Record<string, Trips>
