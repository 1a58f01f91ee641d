/** All services whose events become messages. `npm run integrations` makes this file from the folders of `services/`. */
import type { Integration } from './integration'
import { alertmanager } from './services/alertmanager'
import { bitbucket2 } from './services/bitbucket2'
import { datadog } from './services/datadog'
import { forgejo } from './services/forgejo'
import { gitea } from './services/gitea'
import { github } from './services/github'
import { gitlab } from './services/gitlab'
import { grafana } from './services/grafana'
import { newrelic } from './services/newrelic'
import { opsgenie } from './services/opsgenie'
import { pagerduty } from './services/pagerduty'
import { sentry } from './services/sentry'
import { statuspage } from './services/statuspage'
import { stripe } from './services/stripe'
import { uptimeKuma } from './services/uptime_kuma'
import { uptimerobot } from './services/uptimerobot'

export const integrations: readonly Integration[] = [
  alertmanager,
  bitbucket2,
  datadog,
  forgejo,
  gitea,
  github,
  gitlab,
  grafana,
  newrelic,
  opsgenie,
  pagerduty,
  sentry,
  statuspage,
  stripe,
  uptimeKuma,
  uptimerobot,
]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
