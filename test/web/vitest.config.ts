import { defineConfig } from 'vitest/config'

/** Tests of pages: in Node, with a browser and the server of `npm start`, which all of them share. */
export const pageTests = {
  root: import.meta.dirname,
  globalSetup: ['kit/setup.ts'],
  setupFiles: ['kit/quiet.ts'],
  isolate: false,
  // Tests of the server come before these, so that the machine is not shared with them.
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  // For machines that are busy with other things, too.
  testTimeout: 60_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
  // What fails twice is wrong. Once a machine may be too busy for a page.
  retry: 1,
}

/** They change the pages that the server serves, so they have a server of their own: `vitest.releases.config.ts`. */
export const releaseTests = ['releases.test.ts']

export default defineConfig({
  root: import.meta.dirname,
  test: {
    ...pageTests,
    name: 'web',
    include: ['**/*.test.ts'],
    exclude: releaseTests,
  },
})
