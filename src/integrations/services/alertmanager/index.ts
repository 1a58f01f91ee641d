import type { WebhookIntegration } from '../../integration'
import { alertGroup } from '../../wording/alert-group'

export const alertmanager: WebhookIntegration = {
  name: 'alertmanager',
  label: 'Prometheus Alertmanager',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.text('status'),
  steps: [{ open: ['alertmanager.yml', 'receivers', 'webhook_configs'] }, { paste: 'address', into: 'url' }],
  events: {
    firing: alertGroup,
    resolved: alertGroup,
  },
}
