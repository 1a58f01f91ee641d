import { notShown, type WebhookIntegration } from '../../integration'
import * as builds from './builds'
import * as pullRequests from './pull-requests'
import * as releases from './releases'
import * as repositories from './repositories'
import * as workItems from './work-items'

export const azuredevops: WebhookIntegration = {
  name: 'azuredevops',
  label: 'Azure DevOps',
  source: 'webhook',
  category: 'code',
  documentation: 'https://learn.microsoft.com/en-us/azure/devops/service-hooks/events',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: ({ payload }) => payload.text('id') && `${payload.text('id')} ${payload.text('notificationId')}`,
  eventOf: ({ payload }) => payload.text('eventType'),
  steps: [
    { open: ['Project settings', 'Service hooks'] },
    { press: 'Create subscription' },
    { choose: 'Web Hooks', in: 'Service' },
    { press: 'Next' },
    { events: 'Trigger on this type of event' },
    { paste: 'address', into: 'URL' },
    { press: 'Finish' },
  ],
  events: {
    'git.push': repositories.push,
    'tfvc.checkin': repositories.checkin,
    'git.repo.created': repositories.created,
    'git.repo.deleted': repositories.deleted,
    'git.repo.forked': repositories.forked,
    'git.repo.renamed': repositories.renamed,
    // Whether the repository is disabled.
    'git.repo.statuschanged': notShown,
    'git.pullrequest.created': pullRequests.created,
    'git.pullrequest.updated': pullRequests.updated,
    'git.pullrequest.merged': pullRequests.mergeAttempt,
    'ms.vss-code.git-pullrequest-comment-event': pullRequests.commented,
    'build.complete': builds.build,
    'ms.vss-pipelines.run-state-changed-event': builds.run,
    'ms.vss-pipelines.stage-state-changed-event': builds.stage,
    // The stage tells how its jobs ended.
    'ms.vss-pipelines.job-state-changed-event': notShown,
    'ms.vss-pipelinechecks-events.approval-pending': builds.approvalPending,
    'ms.vss-pipelinechecks-events.approval-completed': builds.approvalCompleted,
    'ms.vss-release.release-created-event': releases.created,
    'ms.vss-release.release-abandoned-event': releases.abandoned,
    'ms.vss-release.deployment-started-event': releases.deploymentStarted,
    'ms.vss-release.deployment-completed-event': releases.deploymentCompleted,
    'ms.vss-release.deployment-approval-pending-event': releases.approvalPending,
    'ms.vss-release.deployment-approval-completed-event': releases.approvalCompleted,
    'workitem.created': workItems.created,
    'workitem.updated': workItems.updated,
    'workitem.commented': workItems.commented,
    'workitem.deleted': workItems.deleted,
    'workitem.restored': workItems.restored,
    // Accounts of other services, by which pipelines reach them.
    'ms.vss-endpoint.endpoint-*': notShown,
    // Of team rooms, which are no more.
    'message.posted': notShown,
  },
}
