/** Bindings and variables, from `wrangler.toml` and the secrets of a deployment. */
interface Env {
  DB: D1Database
  /** A further database for organizations, as are `DB_3`, `DB_4`, …: ask `core/sql/databases.ts`. */
  DB_2?: D1Database
  REALM: DurableObjectNamespace
  PASSWORDS: DurableObjectNamespace
  /** Texts of old messages: one object for each realm. Without it, all texts stay in the database. */
  OLD_TEXTS?: DurableObjectNamespace
  /** Guards of reads from replicas: one for each realm and region. */
  READ_GUARD?: DurableObjectNamespace
  /** The static files of the deployment. */
  ASSETS?: Fetcher
  /** Bucket for files; undefined if the deployment stores none. */
  UPLOADS?: R2Bucket
  /** `acme.<ROOT_DOMAIN>` is the realm `acme`; without it the deployment has one realm. */
  ROOT_DOMAIN?: string
  /** Region of the database's primary, if people elsewhere read from its replicas; `off`: everybody reads from the primary. */
  READ_REPLICAS?: string
  /** If set, creating a realm requires it. */
  SETUP_TOKEN?: string
  /** `true` only under `npm start`. */
  DEVELOPMENT?: string
  /** `off` switches off all rate limits, for load and conformance tests. */
  RATE_LIMITS?: string
  /** Limits per minute: requests of an account, messages of an account, and requests of an address without credentials. */
  REQUESTS_PER_MINUTE: string
  MESSAGES_PER_MINUTE: string
  ANONYMOUS_REQUESTS_PER_MINUTE: string
  /** Daily limits of an account with its bots: rows and MiB of text that the database writes. */
  ROWS_WRITTEN_PER_DAY?: string
  MIB_WRITTEN_PER_DAY?: string
  /** MiB of text that an account may write in a year, or `off`. Default: a quarter of the plan's largest database. */
  MIB_WRITTEN_PER_YEAR?: string
  /** Events per minute that other services post, for an account's bots. Default: 20,000. */
  WEBHOOKS_PER_MINUTE?: string
  /** Files and pictures per minute, for an account or an address without credentials. */
  FILES_PER_MINUTE?: string
  /** Pictures of other sites per minute that are fetched for an account. */
  OUTSIDE_PICTURES_PER_MINUTE?: string
  /** Polls for events per minute, for an account. */
  POLLS_PER_MINUTE?: string
  /** People per minute who are notified by pushes of what an account does. Default: 2000. */
  PUSHES_PER_MINUTE?: string
  /** Rows per day that are read for an account. */
  ROWS_READ_PER_DAY?: string
  /**
   * Daily quotas of the plan, each a number or `off`; by default those of the free plan: requests to the Worker and to objects,
   * rows of the database and of objects, GB-s of objects, and operations of R2.
   */
  QUOTA_WORKER_REQUESTS?: string
  QUOTA_OBJECT_REQUESTS?: string
  QUOTA_ROWS_WRITTEN?: string
  QUOTA_ROWS_READ?: string
  QUOTA_OBJECT_ROWS_WRITTEN?: string
  QUOTA_OBJECT_GB_SECONDS?: string
  QUOTA_R2_WRITES?: string
  QUOTA_R2_READS?: string
  /** MB that the plan allows the database, or `off`. */
  QUOTA_DATABASE_MB?: string
  /** With several databases: one that has this many organizations gets no more while another has fewer. Default: 500. */
  ORGANIZATIONS_PER_DATABASE?: string
  /** A token that may read the analytics of this account, and the account's id. With them, usage is that of the whole account. */
  CF_API_TOKEN?: string
  CF_ACCOUNT_ID?: string
  /** Rows per day that imports may write, or `off`. Default: 60,000. */
  IMPORT_DAILY_ROWS?: string
  /** MiB for the files of one organization, or `off`. Default: 8000. */
  UPLOAD_QUOTA_MIB?: string
  /** The private key that proves to push services which server sends, in Base64URL. Default: each realm makes its own. */
  VAPID_PRIVATE_KEY?: string
  /** `on` lets a development server send pushes to services on this machine, also over plain HTTP. */
  WEB_PUSH_TO_LOCALHOST?: string
  /** `on` lets a development server read feeds on this machine. */
  FEEDS_FROM_LOCALHOST?: string
  /** A server that takes mail: `smtps://user:password@host:465`, or `smtp://user:password@host:587` for STARTTLS. */
  SMTP_URL?: string
  /** The platform's binding that sends mail. */
  MAIL?: SendEmail
  /** A key of Resend, which sends mail. */
  RESEND_API_KEY?: string
  /** Sender of all mails: an address, or `Name <address>`. */
  MAIL_FROM?: string
  /** Mails that an organization may send in a day. Default: 90. */
  MAIL_DAILY?: string
  /** Jitsi Meet server of organizations that name none; anything but an https address means none. Default: https://meet.jit.si. */
  JITSI_SERVER_URL?: string
  /** The domain whose mail Cloudflare brings to the Worker. Without it, the deployment takes no mail. */
  EMAIL_DOMAIN?: string
  /** Seconds for which read marks on sockets wait for those of others. Default: 10. */
  MARKS_WAIT_SECONDS?: string
  /** Seconds by which the objects' own storage may lag behind the database. Default: 3. */
  STORAGE_WAIT_SECONDS?: string
  /** Log2 of the cost of a password hash. */
  SCRYPT_COST?: string
  /** `off` omits the second names of version fields (src/realm/compatibility.ts). */
  COMPATIBILITY_NAMES?: string
}

declare namespace Cloudflare {
  // eslint-disable-next-line -- the types of `cloudflare:workers` look here
  interface Env extends globalThis.Env {}
}
