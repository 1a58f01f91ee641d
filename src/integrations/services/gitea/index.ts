import { notShown, type WebhookIntegration } from '../../integration'
import { signedBody } from '../../signatures'
import { status, workflowRun } from '../github/builds'
import { fork } from '../github/pushes'
import * as issues from './issues'
import * as pullRequests from './pull-requests'
import * as pushes from './pushes'
import * as repositories from './repositories'

export const gitea: WebhookIntegration = {
  name: 'gitea',
  label: 'Gitea',
  source: 'webhook',
  category: 'code',
  documentation: 'https://docs.gitea.com/usage/webhooks',
  signature: signedBody({ header: 'X-Gitea-Signature' }),
  secretMadeBy: 'us',
  deliveryIdOf: ({ headers }) => headers.get('X-Gitea-Delivery'),
  // Older versions leave the first header empty for packages and statuses.
  eventOf: ({ headers }) => headers.get('X-Gitea-Event') || (headers.get('X-Gitea-Event-Type') ?? ''),
  steps: [
    { open: ['Settings', 'Webhooks'] },
    { press: 'Add Webhook' },
    { choose: 'Gitea', in: 'Add Webhook' },
    { paste: 'address', into: 'Target URL' },
    { paste: 'secret', into: 'Secret' },
    { events: 'Trigger On' },
    { press: 'Add Webhook' },
  ],
  events: {
    push: pushes.push,
    create: pushes.create,
    delete: pushes.deletion,
    fork,
    issues: issues.issues,
    issue_comment: issues.comments,
    pull_request: pullRequests.pullRequests,
    pull_request_approved: pullRequests.approved,
    pull_request_rejected: pullRequests.rejected,
    pull_request_comment: pullRequests.reviewed,
    wiki: repositories.wiki,
    repository: repositories.repositories,
    release: repositories.releases,
    package: repositories.packages,
    status,
    workflow_run: workflowRun,
    // The run tells how its jobs ended.
    workflow_job: notShown,
  },
}
