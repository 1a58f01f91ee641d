import type { Integration } from '../../integration'
import { signedBody } from '../../signatures'
import { alertGroup } from '../../wording/alert-group'
import { formerAlert } from './former-alerts'

export const grafana: Integration = {
  name: 'grafana',
  label: 'Grafana',
  category: 'monitoring',
  documentation:
    'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
  signature: signedBody({ header: 'X-Grafana-Alerting-Signature' }),
  secretMadeBy: 'us',
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.firstText('status', 'state'),
  steps: [
    { open: ['Alerting', 'Contact points'] },
    { press: 'Create contact point' },
    { choose: 'Webhook', in: 'Integration' },
    { paste: 'address', into: 'URL' },
    { paste: 'secret', into: 'HMAC Signature, Secret' },
    { press: 'Save contact point' },
  ],
  events: {
    firing: alertGroup,
    resolved: alertGroup,
    // Versions before 9 say so.
    alerting: formerAlert,
    ok: formerAlert,
    no_data: formerAlert,
    paused: formerAlert,
    pending: formerAlert,
  },
}
