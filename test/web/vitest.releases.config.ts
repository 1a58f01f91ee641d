import { defineConfig } from 'vitest/config'
import { pageTests, releaseTests } from './vitest.config.ts'

/** Tests of what a page does when the server gets another release of the client. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    ...pageTests,
    name: 'web-releases',
    include: releaseTests,
  },
})
