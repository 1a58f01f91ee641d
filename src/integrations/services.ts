/** All services whose events become messages. `npm run integrations` makes this file from the folders of `services/`. */
import type { Integration } from './integration'
import { alertmanager } from './services/alertmanager'
import { github } from './services/github'
import { grafana } from './services/grafana'
import { sentry } from './services/sentry'

export const integrations: readonly Integration[] = [alertmanager, github, grafana, sentry]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
