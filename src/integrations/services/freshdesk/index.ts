import type { WebhookIntegration } from '../../integration'
import { eventOfTicket, ticketEvents } from './tickets'

export const freshdesk: WebhookIntegration = {
  name: 'freshdesk',
  label: 'Freshdesk',
  source: 'webhook',
  category: 'support',
  documentation:
    'https://support.freshdesk.com/support/solutions/articles/132589-using-webhooks-in-automation-rules-that-run-on-ticket-updates',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => eventOfTicket(payload),
  steps: [
    { open: ['Admin', 'Automations', 'Ticket Updates'] },
    { press: 'New rule' },
    { events: 'When any of these events occur' },
    { choose: 'Trigger webhook', in: 'Perform these actions' },
    { paste: 'address', into: 'URL' },
    { choose: 'JSON', in: 'Encoding' },
    { press: 'Preview and save' },
  ],
  events: ticketEvents,
}
