import { notShown, type WebhookIntegration } from '../../integration'
import { signedBody } from '../../signatures'
import * as alerts from './alerts'
import { builds } from './builds'
import * as issues from './issues'
import * as seer from './seer'

export const sentry: WebhookIntegration = {
  name: 'sentry',
  label: 'Sentry',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://docs.sentry.io/integrations/integration-platform/webhooks/',
  signature: signedBody({ header: 'Sentry-Hook-Signature' }),
  secretMadeBy: 'service',
  deliveryIdOf: ({ headers }) => headers.get('Request-ID'),
  // The plugin `WebHooks` of older versions sends no header.
  eventOf: ({ headers, payload }) =>
    headers.get('Sentry-Hook-Resource') ?? (payload.has('triggering_rules') ? 'plugin' : ''),
  steps: [
    { open: ['Settings', 'Custom Integrations'] },
    { press: 'Create New WebhookIntegration' },
    { choose: 'Internal WebhookIntegration', in: 'Choose WebhookIntegration Type' },
    { paste: 'address', into: 'Webhook URL' },
    { events: 'Webhooks, and Alert Rule Action for alerts' },
    { press: 'Save Changes' },
    { copySecretFrom: 'Client Secret' },
  ],
  events: {
    issue: issues.issues,
    comment: issues.comments,
    error: issues.errors,
    event_alert: alerts.issueAlert,
    metric_alert: alerts.metricAlert,
    plugin: alerts.pluginAlert,
    activity_alert: seer.activityAlert,
    seer: seer.seer,
    preprod_artifact: builds,
    // Comes only to integrations that everybody may install.
    installation: notShown,
  },
}
