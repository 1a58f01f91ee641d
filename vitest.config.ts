import { readFileSync } from 'node:fs'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { outside } from './test/kit/outside.ts'

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'

export default defineConfig({
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
          // The cheapest hash there is: tests create many people.
          SCRYPT_COST: '1',
          PROPERTY_SEED: process.env['CI'] ? '1' : '',
          SCHEMA: readFileSync('schema.sql', 'utf8'),
        },
      },
    }),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/kit/setup.ts'],
    // Files wait for workerd most of their time.
    maxWorkers: 2,
    // For machines that are busy with other things, too.
    testTimeout: 30_000,
    // Tests of failures make the server log them.
    silent: 'passed-only',
  },
})
