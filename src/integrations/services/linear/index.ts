import { notShown, type WebhookIntegration } from '../../integration'
import { signedBodyAndTime } from '../../signatures'
import * as issues from './issues'
import * as plans from './plans'

export const linear: WebhookIntegration = {
  name: 'linear',
  label: 'Linear',
  source: 'webhook',
  category: 'projects',
  documentation: 'https://linear.app/developers/webhooks',
  signature: signedBodyAndTime({
    read: ({ headers, payload }) => ({
      signatures: [headers.get('Linear-Signature') ?? ''],
      time: payload.text('webhookTimestamp'),
    }),
    // The time is in the body, in milliseconds.
    signedText: (_, body) => body,
    secondsOf: (time) => (time === '' ? Number.NaN : Number(time) / 1000),
  }),
  secretMadeBy: 'service',
  deliveryIdOf: ({ headers }) => headers.get('Linear-Delivery'),
  eventOf: ({ headers, payload }) => headers.get('Linear-Event') ?? payload.text('type'),
  steps: [
    { open: ['Settings', 'Administration', 'API'] },
    { press: 'New webhook' },
    { paste: 'address', into: 'URL' },
    { copySecretFrom: 'Signing secret' },
    { events: 'Data change events' },
    { press: 'Create webhook' },
  ],
  events: {
    Issue: issues.issues,
    Comment: issues.comments,
    IssueSLA: issues.deadlines,
    Project: plans.projects,
    ProjectUpdate: plans.projectUpdates,
    Initiative: plans.initiatives,
    InitiativeUpdate: plans.initiativeUpdates,
    Cycle: plans.cycles,
    Document: plans.documents,
    CustomerNeed: plans.customerRequests,
    Customer: plans.customers,
    // Reactions say little, and there are many.
    Reaction: notShown,
    Attachment: notShown,
    AuditEntry: notShown,
    IssueLabel: notShown,
    IssueRelation: notShown,
    ProjectLabel: notShown,
    ProjectMilestone: notShown,
    ProjectRelation: notShown,
    User: notShown,
    // About apps of Linear, which webhooks of workspaces do not get.
    OAuthApp: notShown,
    OAuthAuthorization: notShown,
    PermissionChange: notShown,
    AgentSessionEvent: notShown,
    AppUserNotification: notShown,
  },
}
