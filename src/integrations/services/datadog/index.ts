import type { WebhookIntegration } from '../../integration'
import { alertOf, eventMessage } from './alerts'
import { transitionOf } from './title'

export const datadog: WebhookIntegration = {
  name: 'datadog',
  label: 'Datadog',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://docs.datadoghq.com/integrations/webhooks/',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: ({ payload }) => payload.text('id') || null,
  eventOf: ({ payload }) => transitionOf(payload) || (payload.has('title') ? 'event' : ''),
  steps: [
    { open: ['Integrations', 'Webhooks', 'Configuration'] },
    { press: 'New Webhook' },
    { paste: 'address', into: 'URL' },
    { press: 'Save' },
    { events: 'Notify your team, in each monitor: @webhook-NAME' },
  ],
  events: {
    triggered: alertOf('firing', 'is firing'),
    re_triggered: alertOf('firing', 'is firing again'),
    warn: alertOf('warning'),
    re_warn: alertOf('warning', 'is at the level of a warning again'),
    no_data: alertOf('unknown'),
    re_no_data: alertOf('unknown', 'still has no data'),
    renotify: alertOf('firing', 'is still firing'),
    recovered: alertOf('resolved'),
    warn_recovered: alertOf('resolved'),
    no_data_recovered: alertOf('resolved', 'has data again'),
    event: eventMessage,
  },
}
