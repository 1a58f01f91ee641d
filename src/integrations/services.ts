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
import { freshdesk } from './services/freshdesk'
import { gitea } from './services/gitea'
import { github } from './services/github'
import { gitlab } from './services/gitlab'
import { grafana } from './services/grafana'
import { ifttt } from './services/ifttt'
import { intercom } from './services/intercom'
import { jenkins } from './services/jenkins'
import { jira } from './services/jira'
import { linear } from './services/linear'
import { n8n } from './services/n8n'
import { netlify } from './services/netlify'
import { newrelic } from './services/newrelic'
import { opsgenie } from './services/opsgenie'
import { pagerduty } from './services/pagerduty'
import { rss } from './services/rss'
import { sentry } from './services/sentry'
import { statuspage } from './services/statuspage'
import { stripe } from './services/stripe'
import { travis } from './services/travis'
import { trello } from './services/trello'
import { uptimeKuma } from './services/uptime_kuma'
import { uptimerobot } from './services/uptimerobot'
import { vercel } from './services/vercel'
import { zapier } from './services/zapier'
import { zendesk } from './services/zendesk'

export const integrations: readonly Integration[] = [
  alertmanager,
  azuredevops,
  bitbucket2,
  buildkite,
  circleci,
  cloudflare,
  datadog,
  forgejo,
  freshdesk,
  gitea,
  github,
  gitlab,
  grafana,
  ifttt,
  intercom,
  jenkins,
  jira,
  linear,
  n8n,
  netlify,
  newrelic,
  opsgenie,
  pagerduty,
  rss,
  sentry,
  statuspage,
  stripe,
  travis,
  trello,
  uptimeKuma,
  uptimerobot,
  vercel,
  zapier,
  zendesk,
]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
