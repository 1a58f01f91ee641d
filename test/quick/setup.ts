import { configureGlobal } from 'fast-check'

// In CI the same cases each time, as in `test/kit/setup.ts`.
const seed = process.env['PROPERTY_SEED'] ?? (process.env['CI'] ? '1' : '')
if (seed !== '') configureGlobal({ seed: Number(seed) })
