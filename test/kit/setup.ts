import { env } from 'cloudflare:workers'
import { configureGlobal } from 'fast-check'
import { afterAll, vi } from 'vitest'
import '../../src/index'
import { runScript } from './script'

// The Worker is imported above, before the test's file is: modules that are imported here come in one message if another workerd had
// them before, and those that only the test imports come one by one.

// CI runs the same random cases each time, so that no change fails because of an older bug. Local runs use new ones.
if (env.PROPERTY_SEED !== '') configureGlobal({ seed: Number(env.PROPERTY_SEED) })

// Files that share a workerd find the tables there.
const tables = await env.DB.prepare('select 1 from sqlite_master where name = ?').bind('realm').first()
if (tables === null) await runScript(env.SCHEMA)

const settings = { ...env }

// The next file in this workerd begins at the time that it is, with the settings of the deployment.
afterAll(() => {
  vi.useRealTimers()
  for (const name of Object.keys(env)) if (!(name in settings)) Reflect.deleteProperty(env, name)
  Object.assign(env, settings)
})
