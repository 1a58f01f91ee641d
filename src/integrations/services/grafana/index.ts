import type { WebhookIntegration } from '../../integration'
import { signedBody, signedBodyAndTime, signedWithTimeIn } from '../../signatures'
import { alertGroup } from '../../wording/alert-group'
import { formerAlert } from './former-alerts'

const signatureHeader = 'X-Grafana-Alerting-Signature'

/** The name of this header is up to people, who are told to take this one. */
const timeHeader = 'X-Grafana-Alerting-Timestamp'

export const grafana: WebhookIntegration = {
  name: 'grafana',
  label: 'Grafana',
  source: 'webhook',
  category: 'monitoring',
  documentation:
    'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
  signature: signedWithTimeIn(
    timeHeader,
    signedBodyAndTime({
      read: ({ headers }) => ({
        signatures: [headers.get(signatureHeader) ?? ''],
        time: headers.get(timeHeader) ?? '',
      }),
      signedText: (time, body) => `${time}:${body}`,
    }),
    signedBody({ header: signatureHeader }),
  ),
  secretMadeBy: 'us',
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.firstText('status', 'state'),
  steps: [
    { open: ['Alerting', 'Contact points'] },
    { press: 'Create contact point' },
    { choose: 'Webhook', in: 'WebhookIntegration' },
    { paste: 'address', into: 'URL' },
    { paste: 'secret', into: 'HMAC Signature, Secret' },
    { choose: timeHeader, in: 'HMAC Signature, Timestamp Header' },
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
