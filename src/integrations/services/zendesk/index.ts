import { notShown, type WebhookIntegration } from '../../integration'
import { signedBodyAndTime } from '../../signatures'
import * as tickets from './tickets'

const prefix = 'zen:event-type:'

export const zendesk: WebhookIntegration = {
  name: 'zendesk',
  label: 'Zendesk',
  source: 'webhook',
  category: 'support',
  documentation: 'https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/',
  signature: signedBodyAndTime({
    read: ({ headers }) => ({
      signatures: [headers.get('X-Zendesk-Webhook-Signature') ?? ''],
      time: headers.get('X-Zendesk-Webhook-Signature-Timestamp') ?? '',
    }),
    signedText: (time, body) => time + body,
    encoding: 'base64',
    secondsOf: (time) => Date.parse(time) / 1000,
  }),
  secretMadeBy: 'service',
  deliveryIdOf: ({ headers, payload }) => payload.text('id') || headers.get('X-Zendesk-Webhook-Invocation-Id'),
  // Triggers send what people composed, without a type.
  eventOf: ({ payload }) =>
    payload.text('type').startsWith(prefix)
      ? payload.text('type').slice(prefix.length)
      : payload.has('ticket_id')
        ? 'trigger'
        : '',
  steps: [
    { open: ['Admin Center', 'Apps and integrations', 'Webhooks'] },
    { press: 'Create webhook' },
    { events: 'Zendesk events' },
    { paste: 'address', into: 'Endpoint URL' },
    { choose: 'JSON', in: 'Request format' },
    { press: 'Create webhook' },
    { copySecretFrom: 'Signing secret' },
  ],
  events: {
    'ticket.created': tickets.created,
    'ticket.comment_added': tickets.commentAdded,
    'ticket.status_changed': tickets.statusChanged,
    'ticket.priority_changed': tickets.priorityChanged,
    'ticket.subject_changed': tickets.subjectChanged,
    'ticket.agent_assignment_changed': tickets.assignmentChanged,
    'ticket.merged': tickets.merged,
    'ticket.marked_as_spam': tickets.spam,
    'ticket.soft_deleted': tickets.deleted,
    'ticket.undeleted': tickets.undeleted,
    'ticket.csat_received': tickets.rated,
    trigger: tickets.trigger,
    // The end of what `ticket.soft_deleted` began.
    'ticket.permanently_deleted': notShown,
    'ticket.csat_requested': notShown,
    // Comes with `ticket.status_changed`, and names the status by its number only.
    'ticket.custom_status_changed': notShown,
    // Names of groups, organizations and people are not in the request, only their numbers.
    'ticket.group_assignment_changed': notShown,
    'ticket.organization_changed': notShown,
    'ticket.requester_changed': notShown,
    'ticket.submitter_changed': notShown,
    'ticket.followers_changed': notShown,
    'ticket.email_ccs_changed': notShown,
    // Details that the page of the ticket shows.
    'ticket.attachment_*': notShown,
    'ticket.brand_changed': notShown,
    'ticket.comment_made_private': notShown,
    'ticket.comment_redacted': notShown,
    'ticket.custom_field_changed': notShown,
    'ticket.description_changed': notShown,
    'ticket.external_id_changed': notShown,
    'ticket.form_changed': notShown,
    'ticket.next_sla_breach_changed': notShown,
    'ticket.ola_policy_changed': notShown,
    'ticket.problem_link_changed': notShown,
    'ticket.schedule_changed': notShown,
    'ticket.sla_policy_changed': notShown,
    'ticket.tags_changed': notShown,
    'ticket.task_due_at_changed': notShown,
    'ticket.type_changed': notShown,
    // People, organizations, the help centre and settings.
    'user.*': notShown,
    'organization.*': notShown,
    'agent.*': notShown,
    'omnichannel_config.*': notShown,
    'article.*': notShown,
    'community_post.*': notShown,
    'messaging_ticket.*': notShown,
    'messaging_live_metrics.*': notShown,
  },
}
