import { configureGlobal } from 'fast-check'
import { afterAll, vi } from 'vitest'

// In CI the same cases each time, as in `test/kit/setup.ts`.
const seed = process.env['PROPERTY_SEED'] ?? (process.env['CI'] ? '1' : '')
if (seed !== '') configureGlobal({ seed: Number(seed) })

// The next file in this process begins at the time that it is, with the functions that there are.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
