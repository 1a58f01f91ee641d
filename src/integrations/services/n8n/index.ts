import type { WebhookIntegration } from '../../integration'
import { composing } from '../../wording/composed'

export const n8n: WebhookIntegration = {
  ...composing('n8n'),
  name: 'n8n',
  label: 'n8n',
  documentation: 'https://docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-base.httprequest/',
  steps: [
    { choose: 'HTTP Request', in: 'Add node' },
    { choose: 'POST', in: 'Method' },
    { paste: 'address', into: 'URL' },
    { choose: 'JSON', in: 'Body Content Type' },
    { events: 'Body Parameters: the fields "content" and "topic"' },
    { press: 'Save' },
  ],
}
