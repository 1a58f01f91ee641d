/** No page leaves an error in its console, but where a test provokes one (`provokes`). Runs for each file of tests. */
import { afterEach, expect } from 'vitest'
import { takeErrors } from './console.ts'

afterEach(() => {
  expect(takeErrors(), 'errors in the consoles of pages').toEqual([])
})
