import { z } from 'zod'
import { mailUsageSchema } from '../mail/usage-schema'

/** What was used of something on one day. */
const usedSchema = z.object({
  /** How much: today until now; of `database_bytes`, `file_bytes` and `backup_bytes` at the end of the day. */
  value: z.number(),
  /** Per cent of the quota; null where the plan has none. */
  percent: z.number().nullable(),
  /**
   * How sure it is. `exact`: what this organization used. `at_least`: what is known that this organization used. `account`: what
   * the platform says that all that belongs to the account used, as of an hour ago at most. Others of the account count towards
   * the same quotas.
   */
  source: z.enum(['exact', 'at_least', 'account']),
})

/** Something that the plan of the account has a quota of, with what was used of it. */
export const resourceSchema = z.object({
  /**
   * `worker_requests`: requests to the server. `object_requests`: requests to the organization's object, with a twentieth for each
   * message of a client on a socket. `rows_written`, `rows_read`: of the database. `object_rows_written`: of the object's own
   * storage. `object_gb_seconds`: for which the object was awake. `r2_writes`, `r2_reads`: operations on the bucket of files; the
   * quota of a day is a thirtieth of a month's. `database_bytes`, `file_bytes`, `backup_bytes`: what is stored;
   * archives of people's own data count as files.
   */
  name: z.enum([
    'worker_requests',
    'object_requests',
    'rows_written',
    'rows_read',
    'object_rows_written',
    'object_gb_seconds',
    'r2_writes',
    'r2_reads',
    'database_bytes',
    'file_bytes',
    'backup_bytes',
  ]),
  /** What the plan allows: in a day, or of what is stored at all. Null: there is no quota. */
  quota: z.number().nullable(),
  /** Since midnight UTC. */
  today: usedSchema,
  /** The day before; null if nothing is known of it. */
  yesterday: usedSchema.nullable(),
  /** Today by hours UTC, from 0 to 23, of what this organization used. Null of what is stored. */
  hours: z.array(z.number()).nullable(),
  /** The last 30 days with today, the oldest first. Days of which nothing is known are left out. */
  days: z.array(
    usedSchema.extend({
      /** The day, as in `2026-11-23`. */
      date: z.string(),
    }),
  ),
})

/** How large the database is, and how fast it grows. Organizations of one deployment share it. */
export const databaseSchema = z.object({
  /** Its size in bytes, by the database's last answer. Others may share it (`organizations`). */
  bytes: z.int(),
  /** Bytes to which the plan lets it grow; null: there is no quota. */
  quota_bytes: z.number().nullable(),
  /** Per cent of the quota; null where the plan has none. */
  percent: z.number().nullable(),
  /** The mark that it has passed, in per cent: 70, 85 or 95, at which owners are told; 0: none. */
  mark: z.int(),
  /** Bytes from which on nothing is added to it: 98 per cent of the quota. Null: there is no quota. */
  limit_bytes: z.number().nullable(),
  /** Whether this is so now: messages, edits, drafts, files and imports are refused with `DATABASE_FULL`. */
  is_full: z.boolean(),
  /**
   * Bytes by which it grows in a day, by the median of the weeks that end on one of the last 28 days. It may be negative. Null until it is
   * known of two days that lie three days apart.
   */
  daily_growth_bytes: z.int().nullable(),
  /**
   * The day on which it reaches `limit_bytes` at this pace, as in `2026-11-23`. Null if it does not grow, if that is more than ten years
   * away, or if the pace is not known.
   */
  full_on: z.string().nullable(),
  /** How many organizations share the database, at most 100. */
  organizations: z.int(),
})

export type DatabaseReport = z.infer<typeof databaseSchema>

export type Resource = z.infer<typeof resourceSchema>
export type ResourceUse = z.infer<typeof usedSchema>

/** Fields of the answer about usage. */
export const usageFields = {
  /** When the quotas of a day begin anew, in seconds since 1970 UTC: the next midnight. */
  resets_at: z.int(),
  /**
   * Until when work waits that can: previews of links, exports, daily maintenance. In seconds since 1970 UTC, and null while no
   * work has to wait. It has to from nine tenths of the day's rows on.
   */
  waits_until: z.int().nullable(),
  /** Since when the database refuses changes because the day's rows are used up, in seconds since 1970 UTC; null while it does not. */
  refused_since: z.int().nullable(),
  /** What the plan has quotas of. */
  resources: z.array(resourceSchema),
  /** The size of the database over the last weeks. */
  database: databaseSchema,
  /** Mail that the server sends. */
  mail: mailUsageSchema,
}

/** Fields of the answer about what takes the space of the database. */
export const databaseUseFields = {
  /** About how many messages the organization has. */
  messages: z.int(),
  /** About how many bytes its messages take in the database: their rows, and what the indexes and the search have of them. */
  message_bytes: z.int(),
  /** Where most of them are, the largest first, at most 20. */
  places: z.array(
    z.object({
      /** The stream; null for all direct messages together. Private streams that the reader does not see are named here by their ids, too. */
      stream_id: z.int().nullable(),
      /** About how many messages it has. */
      messages: z.int(),
      /** About how many bytes they take. */
      bytes: z.int(),
    }),
  ),
  /** Whether the numbers are those of a sample, because the organization has too many messages to count at once. */
  is_estimated: z.boolean(),
  /** Bytes of the organization's files. These are in the bucket, and not in the database. */
  file_bytes: z.int(),
  /** Texts of old messages, which move out of the database as `old_texts_after_days` says. */
  old_texts: z.object({
    /** Whether the server has storage for them. */
    is_available: z.boolean(),
    /** About how many messages have their texts there and not in the database. */
    moved_messages: z.int(),
    /** About how many bytes these texts have. They took more in the database, because the search has them, too. */
    moved_bytes: z.int(),
    /** About how many texts are to move and have not yet; while `return_old_texts` is on, how many are to come back. */
    waiting_messages: z.int(),
    /** How many move or come back in a day at most, by the quotas of the plan; null: there is no quota. */
    messages_per_day: z.int().nullable(),
    /** The day on which none waits any more at this pace, as in `2026-11-23`. Null if none waits, or if that is more than ten years away. */
    done_on: z.string().nullable(),
  }),
}
