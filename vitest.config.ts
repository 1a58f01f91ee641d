import { readdirSync, readFileSync } from 'node:fs'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig, defineProject } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { outside } from './test/kit/outside.ts'
import { leaveNoiseOut } from './test/kit/runtime-output.ts'

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
for (const stream of [process.stdout, process.stderr]) leaveNoiseOut(stream)

/** Tests of the server and of what speaks to it: inside workerd, with a real D1 and real Durable Objects. */
const server = defineProject({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        r2Buckets: ['UPLOADS'],
        outboundService: outside,
        bindings: {
          ROOT_DOMAIN: 'rivulet.test',
          SETUP_TOKEN: 'open sesame',
          DEVELOPMENT: 'true',
          // Tests ask more in a minute than anybody may; those of the limits set their own.
          REQUESTS_PER_MINUTE: '1000000',
          MESSAGES_PER_MINUTE: '1000000',
          ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
          FILES_PER_MINUTE: '1000000',
          POLLS_PER_MINUTE: '1000000',
          OUTSIDE_PICTURES_PER_MINUTE: '1000000',
          ROWS_READ_PER_DAY: '1000000000',
          UPLOAD_QUOTA_MIB: '1000',
          // Those of the marks themselves wait.
          MARKS_WAIT_SECONDS: '0',
          // An object that is to be evicted waits for what it has still to store.
          STORAGE_WAIT_SECONDS: '0.1',
          // The cheapest hash there is: tests create many people.
          SCRYPT_COST: '1',
          PROPERTY_SEED: process.env['PROPERTY_SEED'] ?? (process.env['CI'] ? '1' : ''),
          CLIENT_DAYS: process.env['CLIENT_DAYS'] ?? (process.env['CI'] ? '10' : '1'),
          SCHEMA: readFileSync('schema.sql', 'utf8'),
          MIGRATIONS: readdirSync('migrations')
            .toSorted()
            .map((name) => readFileSync(`migrations/${name}`, 'utf8')),
        },
      },
    }),
  ],
  test: {
    name: 'server',
    include: ['test/{server,client}/**/*.test.ts'],
    setupFiles: ['test/kit/setup.ts'],
    // Files wait for workerd most of their time.
    maxWorkers: 2,
    // For machines that are busy with other things, too.
    testTimeout: 30_000,
  },
})

/** Tests of functions that need neither workerd nor a browser, in Node: `npm run test:quick`. */
const quick = defineProject({
  test: { name: 'quick', include: ['test/quick/**/*.test.ts'], setupFiles: ['test/quick/setup.ts'], maxWorkers: 2 },
})

/** Tests of whole programs: in Node, with servers of their own, after all others. */
const processes = defineProject({
  test: {
    name: 'processes',
    include: ['test/processes/**/*.test.ts'],
    sequence: { groupOrder: 2 },
    testTimeout: 120_000,
  },
})

/** Files that take long, the longest last. They go first: else one worker is left with them, and the other has nothing to do. */
const long = [
  'client/policies',
  'server/sync-streams',
  'server/sync-realm',
  'server/sync-people',
  'server/sync-messages',
  'server/sync-own',
  'server/roles',
  'client/day',
]

const rank = ({ moduleId }: TestSpecification): number =>
  long.findLastIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is no array
    const others = await super.sort(files)
    return others.toSorted((left, right) => rank(right) - rank(left))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [quick, server, 'test/web/vitest.config.ts', processes],
    // Tests of failures make the server log them.
    silent: 'passed-only',
  },
})
