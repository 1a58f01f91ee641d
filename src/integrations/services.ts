/** All services whose events become messages. `npm run integrations` makes this file from the folders of `services/`. */
import type { Integration } from './integration'
import { alertmanager } from './services/alertmanager'
import { azuredevops } from './services/azuredevops'
import { bitbucket2 } from './services/bitbucket2'
import { buildkite } from './services/buildkite'
import { circleci } from './services/circleci'
import { cloudflare } from './services/cloudflare'
import { datadog } from './services/datadog'
import { forgejo } from './services/forgejo'
import { gitea } from './services/gitea'
import { github } from './services/github'
import { gitlab } from './services/gitlab'
import { grafana } from './services/grafana'
import { jenkins } from './services/jenkins'
import { netlify } from './services/netlify'
import { newrelic } from './services/newrelic'
import { opsgenie } from './services/opsgenie'
import { pagerduty } from './services/pagerduty'
import { sentry } from './services/sentry'
import { statuspage } from './services/statuspage'
import { stripe } from './services/stripe'
import { travis } from './services/travis'
import { uptimeKuma } from './services/uptime_kuma'
import { uptimerobot } from './services/uptimerobot'
import { vercel } from './services/vercel'

export const integrations: readonly Integration[] = [
  alertmanager,
  azuredevops,
  bitbucket2,
  buildkite,
  circleci,
  cloudflare,
  datadog,
  forgejo,
  gitea,
  github,
  gitlab,
  grafana,
  jenkins,
  netlify,
  newrelic,
  opsgenie,
  pagerduty,
  sentry,
  statuspage,
  stripe,
  travis,
  uptimeKuma,
  uptimerobot,
  vercel,
]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
