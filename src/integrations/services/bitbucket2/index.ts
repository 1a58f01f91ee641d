import { notShown, type WebhookIntegration } from '../../integration'
import { signedBody } from '../../signatures'
import * as issues from './issues'
import * as pullRequests from './pull-requests'
import * as pushes from './pushes'
import * as repositories from './repositories'

export const bitbucket2: WebhookIntegration = {
  name: 'bitbucket2',
  label: 'Bitbucket',
  source: 'webhook',
  category: 'code',
  documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/',
  signature: signedBody({ header: 'X-Hub-Signature', prefix: 'sha256=' }),
  secretMadeBy: 'us',
  deliveryIdOf: ({ headers }) => headers.get('X-Request-UUID'),
  eventOf: ({ headers }) => headers.get('X-Event-Key') ?? '',
  steps: [
    { open: ['Repository settings', 'Webhooks'] },
    { press: 'Add webhook' },
    { paste: 'address', into: 'URL' },
    { paste: 'secret', into: 'Secret' },
    { events: 'Triggers' },
    { press: 'Save' },
  ],
  events: {
    'repo:push': pushes.push,
    'repo:commit_comment_created': pushes.commitComment,
    'repo:commit_status_created': repositories.commitStatus,
    'repo:commit_status_updated': repositories.commitStatus,
    'repo:fork': repositories.fork,
    'repo:created': repositories.created,
    'repo:imported': repositories.imported,
    'repo:deleted': repositories.deletion,
    'repo:transfer': repositories.transfer,
    'repo:updated': repositories.renaming,
    // Spans of traces. The status of the commit tells how its pipeline ended.
    'pipeline:*': notShown,
    // Settings, which those who change them know of.
    'project:updated': notShown,
    'issue:created': issues.created,
    'issue:updated': issues.updated,
    'issue:comment_created': issues.commented,
    'pullrequest:created': pullRequests.created,
    // A push tells of new commits. Bitbucket does not tell what else was changed.
    'pullrequest:updated': notShown,
    'pullrequest:push': notShown,
    'pullrequest:approved': pullRequests.approved,
    'pullrequest:unapproved': pullRequests.unapproved,
    'pullrequest:changes_request_created': pullRequests.changesRequested,
    'pullrequest:changes_request_removed': pullRequests.changesRequestRemoved,
    'pullrequest:fulfilled': pullRequests.merged,
    'pullrequest:rejected': pullRequests.declined,
    'pullrequest:comment_created': pullRequests.commented,
    'pullrequest:comment_updated': notShown,
    'pullrequest:comment_deleted': notShown,
    'pullrequest:comment_resolved': pullRequests.commentResolved,
    'pullrequest:comment_reopened': pullRequests.commentReopened,
  },
}
