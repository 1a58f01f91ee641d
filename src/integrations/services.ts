/** All services whose events become messages. `npm run integrations` makes this file from the folders of `services/`. */
import type { Integration } from './integration'
import { github } from './services/github'

export const integrations: readonly Integration[] = [github]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
