import { env } from 'cloudflare:workers'
import { configureGlobal } from 'fast-check'
import { runScript } from './script'

// CI runs the same random cases each time, so that no change fails because of an older bug. Local runs use new ones.
if (env.PROPERTY_SEED !== '') configureGlobal({ seed: Number(env.PROPERTY_SEED) })

await runScript(env.SCHEMA)
