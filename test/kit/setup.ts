import { env } from 'cloudflare:workers'
import { configureGlobal } from 'fast-check'
import { afterAll, vi } from 'vitest'
import { runScript } from './script'

// CI runs the same random cases each time, so that no change fails because of an older bug. Local runs use new ones.
if (env.PROPERTY_SEED !== '') configureGlobal({ seed: Number(env.PROPERTY_SEED) })

// Files that share a workerd find the tables there.
const tables = await env.DB.prepare('select 1 from sqlite_master where name = ?').bind('realm').first()
if (tables === null) await runScript(env.SCHEMA)

// The next file in this workerd begins at the time that it is.
afterAll(() => void vi.useRealTimers())
