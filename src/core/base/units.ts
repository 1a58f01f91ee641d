/** Seconds of a day. */
export const daySeconds = 24 * 3600

/** The day of a UNIX time, in days since 1970. Days begin at midnight UTC, as those of the platform's quotas do. */
export const dayOf = (now: number): number => Math.floor(now / daySeconds)

/** Seconds from a UNIX time to the next midnight UTC. */
export const untilMidnight = (now: number): number => (dayOf(now) + 1) * daySeconds - now

/** A day as people write it: `2026-11-23`. */
export const dateOf = (day: number): string => new Date(day * daySeconds * 1000).toISOString().slice(0, 10)

/** Bytes of a mebibyte. */
export const mebibyte = 1024 * 1024

/** Bytes of a megabyte. */
export const megabyte = 1_000_000
