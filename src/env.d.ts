/** Bindings and variables, as `wrangler.toml` and the secrets of a deployment give them. */
interface Env {
  DB: D1Database
  REALM: DurableObjectNamespace
  /** `acme.<ROOT_DOMAIN>` is the realm `acme`; without it the deployment has one realm. */
  ROOT_DOMAIN?: string
  /** When set, founding a realm needs it. */
  SETUP_TOKEN?: string
  /** `true` only under `npm start`. */
  DEVELOPMENT?: string
  /** `off` turns all rate limits off, for load and conformance runs. */
  RATE_LIMITS?: string
  /** Log2 of the cost of a password hash; the usual one when absent. */
  SCRYPT_COST?: string
  /** `off` leaves the second spelling of version fields away (src/realm/compatibility.ts). */
  COMPATIBILITY_NAMES?: string
}

declare namespace Cloudflare {
  // eslint-disable-next-line -- the types of `cloudflare:workers` look here
  interface Env extends globalThis.Env {}
}
