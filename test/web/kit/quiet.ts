/** Fails a test whose pages log an error that it has not allowed by `provokes`. Runs for every test file. */
import { afterEach, expect } from 'vitest'
import { takeErrors } from './console.ts'

afterEach(() => {
  expect(takeErrors(), 'errors in the consoles of pages').toEqual([])
})
