import type { Integration } from './integration'
import { github } from './services/github'

/** All services whose events become messages. Made by `npm run integrations` from the folders of `services/`. */
export const integrations: readonly Integration[] = [github]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
