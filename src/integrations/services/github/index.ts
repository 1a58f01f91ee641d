import { notShown, type WebhookIntegration } from '../../integration'
import { signedBody } from '../../signatures'
import * as builds from './builds'
import * as issues from './issues'
import * as people from './people'
import * as pullRequests from './pull-requests'
import * as pushes from './pushes'
import * as releases from './releases'
import * as security from './security'

export const github: WebhookIntegration = {
  name: 'github',
  label: 'GitHub',
  source: 'webhook',
  category: 'code',
  documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
  signature: signedBody({ header: 'X-Hub-Signature-256', prefix: 'sha256=' }),
  secretMadeBy: 'us',
  deliveryIdOf: ({ headers }) => headers.get('X-GitHub-Delivery'),
  eventOf: ({ headers }) => headers.get('X-GitHub-Event') ?? '',
  steps: [
    { open: ['Settings', 'Webhooks'] },
    { press: 'Add webhook' },
    { paste: 'address', into: 'Payload URL' },
    { choose: 'application/json', in: 'Content type' },
    { paste: 'secret', into: 'Secret' },
    { events: 'Which events would you like to trigger this webhook?' },
    { press: 'Add webhook' },
  ],
  events: {
    push: pushes.push,
    create: pushes.create,
    delete: pushes.deletion,
    commit_comment: pushes.commitComment,
    gollum: pushes.wiki,
    fork: pushes.fork,
    star: pushes.star,
    // Comes with every star as well.
    watch: notShown,
    pull_request: pullRequests.pullRequests,
    pull_request_review: pullRequests.reviews,
    pull_request_review_comment: pullRequests.reviewComments,
    pull_request_review_thread: pullRequests.reviewThreads,
    issues: issues.issues,
    issue_comment: issues.issueComments,
    discussion: issues.discussions,
    discussion_comment: issues.discussionComments,
    workflow_run: builds.workflowRun,
    // The run tells how its jobs ended.
    workflow_job: notShown,
    workflow_dispatch: notShown,
    check_run: builds.checkRun,
    // Its runs come one by one.
    check_suite: notShown,
    status: builds.status,
    deployment: builds.deployment,
    deployment_status: builds.deploymentStatus,
    deployment_review: notShown,
    deployment_protection_rule: notShown,
    page_build: builds.pageBuild,
    release: releases.releases,
    package: releases.packages,
    registry_package: releases.registryPackages,
    milestone: releases.milestones,
    sponsorship: releases.sponsorships,
    ping: releases.ping,
    dependabot_alert: security.dependabotAlert,
    code_scanning_alert: security.codeScanningAlert,
    secret_scanning_alert: security.secretScanningAlert,
    secret_scanning_alert_location: notShown,
    secret_scanning_scan: notShown,
    repository_vulnerability_alert: security.vulnerabilityAlert,
    repository_advisory: security.repositoryAdvisory,
    // Of all the world, not of this repository.
    security_advisory: notShown,
    security_and_analysis: notShown,
    member: people.member,
    membership: people.membership,
    team: people.teams,
    team_add: people.teamAdd,
    organization: people.organization,
    repository: people.repositories,
    public: people.madePublic,
    // Settings, which those who change them know of.
    'branch_protection_*': notShown,
    'custom_property*': notShown,
    deploy_key: notShown,
    label: notShown,
    meta: notShown,
    org_block: notShown,
    repository_ruleset: notShown,
    repository_import: notShown,
    repository_dispatch: notShown,
    merge_group: notShown,
    sub_issues: notShown,
    issue_dependencies: notShown,
    'project*': notShown,
    // About apps of GitHub, which webhooks of repositories do not get.
    'installation*': notShown,
    github_app_authorization: notShown,
    marketplace_purchase: notShown,
    personal_access_token_request: notShown,
  },
}
