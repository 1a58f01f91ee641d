import type { WebhookIntegration } from '../../integration'
import { composing } from '../../wording/composed'

export const ifttt: WebhookIntegration = {
  ...composing('IFTTT'),
  name: 'ifttt',
  label: 'IFTTT',
  documentation: 'https://ifttt.com/maker_webhooks',
  steps: [
    { press: 'Create' },
    { choose: 'Webhooks, Make a web request', in: 'Then That' },
    { paste: 'address', into: 'URL' },
    { choose: 'POST', in: 'Method' },
    { choose: 'application/json', in: 'Content Type' },
    { events: 'Body: the fields "content" and "topic"' },
    { press: 'Create action' },
  ],
}
