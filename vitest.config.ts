import { globSync, readdirSync, readFileSync } from 'node:fs'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig, defineProject } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { outside } from './test/kit/outside.ts'
import { leaveNoiseOut } from './test/kit/runtime-output.ts'

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
for (const stream of [process.stdout, process.stderr]) leaveNoiseOut(stream)

/** Files that take long, the longest last. They go first: else one worker is left with them, and the other has nothing to do. */
const long = [
  'client/views',
  'client/policies',
  'server/sync-streams',
  'server/sync-realm',
  'server/sync-people',
  'server/sync-messages',
  'server/sync-own',
  'server/roles',
  'client/day',
  'web/releases',
]

/**
 * What a test does that others in the same workerd would notice: it changes the tables of the database, replaces a binding or a global
 * function, or measures time. What it changes in an object's own tables only its realm sees, and settings are put back after each file
 * (`test/kit/setup.ts`).
 */
const noticed =
  /performance\.now|spyOn\(globalThis|\benv\.(DB|MAIL|OLD_TEXTS|READ_GUARD|UPLOADS) = |env\.SCHEMA|(?<!exec\(['"])\b(create|drop|alter) (virtual )?(table|index|trigger)\b/i

/** What a test does that changes the clock. Only others that do the same do not notice it. */
const changesClock = /useFakeTimers|setSystemTime|kit\/(clock|scheduling)'/

/**
 * Files that look at, or change, rows of all realms, or begin without any; that count the mails or the strangers of the whole deployment; or
 * whose realms must not be in a second database.
 */
const acrossRealms = [
  'client/outbox-quota',
  'server/deleting',
  'server/demo',
  'server/digest-mails',
  'server/erasing',
  'server/erasing-many',
  'server/examples',
  'server/failing-services',
  'server/founding',
  'server/imports-bucket',
  'server/mail',
  'server/many-organizations',
  'server/missed-messages',
  'server/old-texts',
  'server/old-texts-copies',
  'server/old-texts-random',
  'server/relocation',
  'server/relocation-old-texts',
  'server/searched-words',
  'server/several-databases',
  'server/status',
  'server/stored-html',
  'server/strangers',
]

const serverFiles = globSync('test/{server,client}/**/*.test.ts').map((file) => file.replaceAll('\\', '/'))

const apart = [...long, ...acrossRealms].map((name) => `test/${name}.test.ts`)

/**
 * Files that share one workerd for each worker. In a workerd of its own, a file runs the whole server before the engine has
 * optimized it, which takes half as much time again.
 */
const sharing = serverFiles.filter((file) => !noticed.test(readFileSync(file, 'utf8')) && !apart.includes(file))

/** Long files. They stand apart from the others only so that they begin first, and share a workerd with each other. */
const sharingLong = serverFiles.filter((file) => long.some((name) => file === `test/${name}.test.ts`))

const [sharingClock, sharingTime] = [true, false].map((isClock) =>
  sharing.filter((file) => changesClock.test(readFileSync(file, 'utf8')) === isClock),
)

/**
 * Leaves out the source maps of the Worker. They are most of what each workerd receives before its first test. The tests keep theirs,
 * so that a failure shows its line. The added line is a change, without which Vite asks for no map here and makes its own.
 */
const withoutSourceMaps = {
  name: 'without-source-maps',
  enforce: 'post' as const,
  transform: (code: string, id: string) =>
    id.includes('/test/') ? undefined : { code: `${code}\n`, map: { mappings: '' as const } },
}

/** A plugin that runs tests inside workerd, with a real D1 and real Durable Objects. */
const workerd = () =>
  cloudflareTest({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      r2Buckets: ['UPLOADS'],
      durableObjects: { READ_GUARD: { className: 'ReadGuard', useSQLite: true } },
      // Copies of the database that lag behind it (`test/kit/lagging-database.ts`).
      d1Databases: ['REPLICA_A', 'REPLICA_B', 'REPLICA_C', 'REPLICA_D', 'REPLICA_E'],
      outboundService: outside,
      bindings: {
        ROOT_DOMAIN: 'rivulet.test',
        SETUP_TOKEN: 'open sesame',
        EMAIL_DOMAIN: 'mail.rivulet.test',
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
        STORAGE_WAIT_SECONDS: '0.02',
        // The cheapest hash there is: tests create many people.
        SCRYPT_COST: '1',
        PROPERTY_SEED: process.env['PROPERTY_SEED'] ?? (process.env['CI'] ? '1' : ''),
        CLIENT_DAYS: process.env['CLIENT_DAYS'] ?? (process.env['CI'] ? '6' : '1'),
        REPLICA_READS: process.env['REPLICA_READS'] ?? '600',
        SCHEMA: readFileSync('schema.sql', 'utf8'),
        // A JSON module would be four times as long, and the plugin escapes each character of a module for each workerd. Without its
        // indentation the text is two thirds as long.
        OPENAPI: JSON.stringify(JSON.parse(readFileSync('public/api/v1/openapi.json', 'utf8'))),
        MIGRATIONS: readdirSync('migrations')
          .toSorted()
          .map((name) => readFileSync(`migrations/${name}`, 'utf8')),
      },
    },
  })

/** Tests of the server and of what speaks to it. */
const server = defineProject({
  plugins: [workerd(), ...(process.env['CI'] ? [withoutSourceMaps] : [])],
  test: {
    name: 'server',
    include: serverFiles,
    exclude: [...sharing, ...sharingLong],
    setupFiles: ['test/kit/setup.ts'],
    // Files wait for workerd most of their time.
    maxWorkers: 2,
    // For machines that are busy with other things, too.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

/** Those of them that share. */
const sharedServer = (name: string, include: string[] = []) =>
  defineProject({
    plugins: [workerd(), ...(process.env['CI'] ? [withoutSourceMaps] : [])],
    test: { ...server.test, name, include, exclude: [], isolate: false },
  })

/** Tests of functions that need neither workerd nor a browser, in Node: `npm run test:quick`. */
const quick = defineProject({
  test: {
    name: 'quick',
    include: ['test/quick/**/*.test.ts'],
    // A process for each file would take longer to start than most files take.
    isolate: false,
    setupFiles: ['test/quick/setup.ts'],
    maxWorkers: 2,
    // For machines that are busy with other things, too.
    testTimeout: 30_000,
  },
})

/** Tests of whole programs: in Node, with servers of their own, after all others. */
const processes = defineProject({
  test: {
    name: 'processes',
    include: ['test/processes/**/*.test.ts'],
    sequence: { groupOrder: 2 },
    // They wait for programs, each of which starts in a single thread.
    maxWorkers: 2,
    testTimeout: 120_000,
  },
})

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
    projects: [
      quick,
      server,
      sharedServer('server-long', sharingLong),
      sharedServer('server-shared', sharingTime),
      sharedServer('server-clock', sharingClock),
      'test/web/vitest.config.ts',
      'test/web/vitest.releases.config.ts',
      processes,
    ],
    // Tests of failures make the server log them.
    silent: 'passed-only',
  },
})
