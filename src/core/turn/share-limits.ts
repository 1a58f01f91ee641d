import { mebibyte } from '../base/units'
import { databaseQuota, quotaOf, type Counter, type QuotaSettings } from '../usage/quotas'

/**
 * The share that an account uses, the pool that the share is in, and the part of the share to which the account is limited. The rest of
 * the share stays for the other accounts that use it. Each use counts towards the share, the pool and the part.
 */
export type ShareIds = readonly [share: number, pool?: number | undefined, part?: number]

/** `pooled` is a share in a pool, and `pooledPart` a part of such a share. */
export type ShareKind = 'share' | 'pooled' | 'pool' | 'part' | 'pooledPart'

/** The share, its pool and its part, each with its kind. */
export function limitedShares([share, pool, part]: ShareIds): { share: number; kind: ShareKind }[] {
  const isPooled = pool !== undefined
  return [
    { share, kind: isPooled ? 'pooled' : 'share' },
    ...(isPooled ? [{ share: pool, kind: 'pool' as const }] : []),
    ...(part === undefined ? [] : [{ share: part, kind: isPooled ? ('pooledPart' as const) : ('part' as const) }]),
  ]
}

/**
 * What is counted for each share in a day: bytes of text, and every quota of the plan that somebody can use up, but for two.
 * Requests to the Worker count before it sees them, even if it refuses them, and anybody can send them without an account. The
 * time for which the object is awake cannot be used up, because a whole day of it is less than the quota.
 */
export type SharedCounter = Exclude<Counter, 'worker_requests' | 'object_gb_seconds'> | 'bytes_written'

export type ShareSettings = QuotaSettings &
  Pick<
    Env,
    'ROWS_WRITTEN_PER_DAY' | 'MIB_WRITTEN_PER_DAY' | 'ROWS_READ_PER_DAY' | 'MIB_WRITTEN_PER_YEAR' | 'RATE_LIMITS'
  >

/** The part of a quota that one share may use, unless a variable says another number. */
const partOfShare = 1 / 5

/** The part of a quota that one share in a pool may use. Twenty such shares leave a quarter of the pool to its other shares. */
const partOfPooledShare = 3 / 200

/** The part of a quota that all shares of a pool may use. Together with one other share, they leave two fifths to everybody else. */
const partOfPool = 2 / 5

/** What accounts that are limited to a part of a share may use of it. */
const limitedPart = 1 / 2

/** The part of the database that one share, one share in a pool, or a whole pool may fill in a year, or a part of such a share. */
const partsOfDatabase: Readonly<Record<ShareKind, number>> = {
  share: 1 / 4,
  pooled: 1 / 50,
  pool: 1 / 4,
  part: limitedPart / 4,
  pooledPart: limitedPart / 50,
}

/** MiB of text that one share may write in a day, unless a variable says another number. */
const defaultMebibytesPerDay = 25

/**
 * Variables that say what one share may use in a day, with the size of their unit. The same variable limits rows of the database
 * and rows of the object's storage.
 */
const variables: Partial<Record<SharedCounter, { setting: keyof ShareSettings; unit: number }>> = {
  rows_written: { setting: 'ROWS_WRITTEN_PER_DAY', unit: 1 },
  object_rows_written: { setting: 'ROWS_WRITTEN_PER_DAY', unit: 1 },
  bytes_written: { setting: 'MIB_WRITTEN_PER_DAY', unit: mebibyte },
  rows_read: { setting: 'ROWS_READ_PER_DAY', unit: 1 },
}

export const sharedCounters: readonly SharedCounter[] = [
  'rows_written',
  'bytes_written',
  'object_rows_written',
  'rows_read',
  'object_requests',
  'r2_writes',
  'r2_reads',
]

export const isSharedCounter = (name: unknown): name is SharedCounter =>
  (sharedCounters as readonly unknown[]).includes(name)

/** What one share may use in a day; `Infinity` where the plan has no quota. */
export function ofShare(settings: ShareSettings, counter: SharedCounter): number {
  const variable = variables[counter]
  const value = variable === undefined ? undefined : settings[variable.setting]
  return value === undefined ? wholeOf(settings, counter) * partOfShare : Number(value) * variable!.unit
}

/** What one share in a pool may use in a day. */
export const ofPooledShare = (settings: ShareSettings, counter: SharedCounter): number =>
  Math.min(ofShare(settings, counter), wholeOf(settings, counter) * partOfPooledShare)

/** What the shares of a pool may use together in a day. */
export const ofPool = (settings: ShareSettings, counter: SharedCounter): number =>
  wholeOf(settings, counter) * partOfPool

/** What a share of each kind may use in a day. */
const limitsOfDay: Readonly<Record<ShareKind, (settings: ShareSettings, counter: SharedCounter) => number>> = {
  share: ofShare,
  pooled: ofPooledShare,
  pool: ofPool,
  part: (settings, counter) => ofShare(settings, counter) * limitedPart,
  pooledPart: (settings, counter) => ofPooledShare(settings, counter) * limitedPart,
}

/** What a share of a kind may use in a day. */
export const limitOfDay = (settings: ShareSettings, kind: ShareKind, counter: SharedCounter): number =>
  limitsOfDay[kind](settings, counter)

/** The quota of the day. The plan has none for bytes of text, so it is what five shares may write. */
function wholeOf(settings: ShareSettings, counter: SharedCounter): number {
  if (counter === 'bytes_written')
    return (Number(settings.MIB_WRITTEN_PER_DAY ?? defaultMebibytesPerDay) * mebibyte) / partOfShare
  return quotaOf(settings, counter) ?? Infinity
}

/** Bytes of text that a share or a pool may write in a year. */
export function yearBytesOf(settings: ShareSettings, whose: ShareKind): number {
  const { MIB_WRITTEN_PER_YEAR: mebibytes } = settings
  if (mebibytes === 'off') return Infinity
  const database = databaseQuota(settings) ?? Infinity
  const part = partsOfDatabase[whose]
  return mebibytes === undefined ? database * part : (Number(mebibytes) * mebibyte * part) / partsOfDatabase.share
}
