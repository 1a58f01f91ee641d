import { notShown, type WebhookIntegration } from '../../integration'
import { signedBody } from '../../signatures'
import { formerMessages } from './former-webhooks'
import * as incidents from './incidents'
import * as replies from './replies'
import * as services from './services'

export const pagerduty: WebhookIntegration = {
  name: 'pagerduty',
  label: 'PagerDuty',
  source: 'webhook',
  category: 'incidents',
  documentation: 'https://developer.pagerduty.com/docs/webhooks-overview',
  // While a secret is replaced, the header has a signature with each.
  signature: signedBody({ header: 'X-PagerDuty-Signature', prefix: 'v1=', separator: ',' }),
  secretMadeBy: 'service',
  deliveryIdOf: ({ payload }) => payload.firstText('event.id', 'messages.0.id') || null,
  eventOf: ({ payload }) => payload.firstText('event.event_type', 'messages.0.event'),
  steps: [
    { open: ['Integrations', 'Generic Webhooks (v3)'] },
    { press: 'New Webhook' },
    { paste: 'address', into: 'Webhook URL' },
    { events: 'Event Subscription' },
    { press: 'Add Webhook' },
    { copySecretFrom: 'Webhook subscription created' },
  ],
  events: {
    'incident.triggered': incidents.triggered,
    'incident.acknowledged': incidents.acknowledged,
    'incident.unacknowledged': incidents.unacknowledged,
    'incident.resolved': incidents.resolved,
    'incident.reopened': incidents.reopened,
    'incident.escalated': incidents.escalated,
    'incident.reassigned': incidents.reassigned,
    'incident.delegated': incidents.delegated,
    'incident.priority_updated': incidents.priority,
    'incident.service_updated': incidents.service,
    'incident.annotated': replies.note,
    'incident.status_update_published': replies.statusUpdate,
    'incident.responder.added': replies.responderAdded,
    'incident.responder.replied': replies.responderReplied,
    'incident.conference_bridge.updated': replies.conference,
    // Fields and types, which the page of the incident shows.
    'incident.custom_field_values.updated': notShown,
    'incident.incident_type.changed': notShown,
    'incident.action_invocation.*': notShown,
    'incident.workflow.*': notShown,
    'service.created': services.created,
    'service.deleted': services.deleted,
    'service.updated': notShown,
    'service.custom_field_values.updated': notShown,
    'pagey.ping': services.ping,
    // As webhooks of version 2 name them.
    'incident.trigger': formerMessages,
    'incident.acknowledge': formerMessages,
    'incident.unacknowledge': formerMessages,
    'incident.resolve': formerMessages,
    'incident.assign': formerMessages,
    'incident.escalate': formerMessages,
    'incident.delegate': formerMessages,
    'incident.annotate': formerMessages,
  },
}
