import type { WebhookIntegration } from '../../integration'
import { composing } from '../../wording/composed'

export const zapier: WebhookIntegration = {
  ...composing('Zapier'),
  name: 'zapier',
  label: 'Zapier',
  documentation: 'https://help.zapier.com/hc/en-us/articles/8496326446989-Send-webhooks-in-Zaps',
  steps: [
    { press: 'Create Zap' },
    { choose: 'Webhooks by Zapier', in: 'Action' },
    { choose: 'POST', in: 'Action event' },
    { paste: 'address', into: 'URL' },
    { choose: 'json', in: 'Payload Type' },
    { events: 'Data: the fields "content" and "topic"' },
    { press: 'Publish' },
  ],
}
