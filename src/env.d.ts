/** Bindings and variables, as `wrangler.toml` and the secrets of a deployment give them. */
interface Env {
  DB: D1Database
  REALM: DurableObjectNamespace
  PASSWORDS: DurableObjectNamespace
  /** The static files of the deployment. */
  ASSETS?: Fetcher
  /** Where files are kept; absent where none can be uploaded. */
  UPLOADS?: R2Bucket
  /** `acme.<ROOT_DOMAIN>` is the realm `acme`; without it the deployment has one realm. */
  ROOT_DOMAIN?: string
  /** When set, founding a realm needs it. */
  SETUP_TOKEN?: string
  /** `true` only under `npm start`. */
  DEVELOPMENT?: string
  /** `off` turns all rate limits off, for load and conformance runs. */
  RATE_LIMITS?: string
  /** Most requests of one account in a minute, most messages it sends, and most of one address without credentials. */
  REQUESTS_PER_MINUTE: string
  MESSAGES_PER_MINUTE: string
  ANONYMOUS_REQUESTS_PER_MINUTE: string
  /** Most rows and MiB of text that one account with its bots has the database write in a day. */
  ROWS_WRITTEN_PER_DAY?: string
  MIB_WRITTEN_PER_DAY?: string
  /** Most MiB of text that one account writes in a year, or `off`; a quarter of the largest database of the plan when absent. */
  MIB_WRITTEN_PER_YEAR?: string
  /** Most files and pictures that one account asks for in a minute, and one address without credentials. */
  FILES_PER_MINUTE?: string
  /** Most pictures of other sites that are fetched for one account in a minute. */
  OUTSIDE_PICTURES_PER_MINUTE?: string
  /** Most polls for events of one account in a minute. */
  POLLS_PER_MINUTE?: string
  /** Most rows that are read for one account in a day. */
  ROWS_READ_PER_DAY?: string
  /**
   * What the plan of the account allows in a day, each a number or `off`; the free plan's when absent: requests to the Worker
   * and to objects, rows of the database and of objects, GB-s of objects, and operations of R2.
   */
  QUOTA_WORKER_REQUESTS?: string
  QUOTA_OBJECT_REQUESTS?: string
  QUOTA_ROWS_WRITTEN?: string
  QUOTA_ROWS_READ?: string
  QUOTA_OBJECT_ROWS_WRITTEN?: string
  QUOTA_OBJECT_GB_SECONDS?: string
  QUOTA_R2_WRITES?: string
  QUOTA_R2_READS?: string
  /** Most MB that the plan lets the database grow to, or `off`. */
  QUOTA_DATABASE_MB?: string
  /** A token that may read the analytics of this account, and the account's id: usage is that of the account then. */
  CF_API_TOKEN?: string
  CF_ACCOUNT_ID?: string
  /** Most MiB that the files of one organization may take: 8000 when absent, no limit when `off`. */
  UPLOAD_QUOTA_MIB?: string
  /** Seconds for which marks as read, said on sockets, wait for those of others: 10 when absent. */
  MARKS_WAIT_SECONDS?: string
  /** Seconds by which the own storage of objects may lag behind the database: 3 when absent. */
  STORAGE_WAIT_SECONDS?: string
  /** Log2 of the cost of a password hash; the usual one when absent. */
  SCRYPT_COST?: string
  /** `off` leaves the second spelling of version fields away (src/realm/compatibility.ts). */
  COMPATIBILITY_NAMES?: string
}

declare namespace Cloudflare {
  // eslint-disable-next-line -- the types of `cloudflare:workers` look here
  interface Env extends globalThis.Env {}
}
