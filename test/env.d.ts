/** Given to tests by `vitest.config.ts`. */
interface Env {
  SCHEMA: string
  /** The OpenAPI document, as JSON. */
  OPENAPI: string
  /** Databases for copies of `DB`. */
  REPLICA_A: D1Database
  REPLICA_B: D1Database
  REPLICA_C: D1Database
  REPLICA_D: D1Database
  REPLICA_E: D1Database
  /** Texts of the files of `migrations/`, in order. */
  MIGRATIONS: string[]
  PROPERTY_SEED: string
  /** Number of days that `test/client/day.test.ts` plays. */
  CLIENT_DAYS: string
  /** Number of reads of `test/server/replicas-random.test.ts`. */
  REPLICA_READS: string
}

declare namespace Cloudflare {
  interface GlobalProps {
    // oxlint-disable-next-line typescript/consistent-type-imports -- a declaration file without imports of its own
    mainModule: typeof import('../src/index')
  }
}

declare module '*.md?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  /** Of Vite: the modules whose files are named like this. */
  glob<T>(pattern: string, options: { eager: true }): Record<string, T>
}

declare module '*.toml?raw' {
  const text: string
  export default text
}
