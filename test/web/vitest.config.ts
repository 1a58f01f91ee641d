import { defineConfig } from 'vitest/config'

/** Tests of pages: in Node, with a browser and the server of `npm start`, which all of them share. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['kit/setup.ts'],
    setupFiles: ['kit/quiet.ts'],
    // The server and the browser take the rest of the machine. They have it to themselves, after all other tests.
    maxWorkers: 1,
    isolate: false,
    sequence: { groupOrder: 1 },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    // What fails twice is wrong. Once a machine may be too busy for a page.
    retry: 1,
  },
})
