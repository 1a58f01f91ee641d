import { byField, notShown, type EventReader } from '../../integration'
import { bold, boldLink, code, escaped, lines, link, quote, words } from '../../markdown'
import type { Payload } from '../../payload'
import { stateIcon, type BuildState } from '../../wording/build'
import { topicOf, who } from './repository'

const states: Readonly<Record<string, BuildState>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
  action_required: 'waiting',
  cancelled: 'stopped',
  skipped: 'stopped',
  neutral: 'stopped',
  stale: 'stopped',
  inactive: 'stopped',
  waiting: 'waiting',
  queued: 'waiting',
  requested: 'waiting',
  pending: 'waiting',
  in_progress: 'running',
}

/** What the states are called, where the name that GitHub gives them is no English. */
const stateNames: Readonly<Record<string, string>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  timed_out: 'took too long',
  startup_failure: 'could not start',
  action_required: 'needs somebody to act',
  cancelled: 'was cancelled',
  skipped: 'was skipped',
  neutral: 'ended',
  stale: 'was given up',
  inactive: 'is no longer active',
  waiting: 'waits',
  queued: 'waits',
  requested: 'waits',
  pending: 'waits',
  in_progress: 'is running',
}

/** A sentence on how something stands. */
function stateSentence(state: string, what: string, rest: string): string {
  return `${words(stateIcon(states[state] ?? 'waiting'), what, stateNames[state] ?? `is ${escaped(state)}`, rest)}.`
}

/** Branch and commit of a run. */
const place = (payload: Payload, field: string): string =>
  words(
    payload.text(`${field}.head_branch`) && `on ${code(payload.text(`${field}.head_branch`))}`,
    payload.text(`${field}.head_sha`) && `at ${code(payload.text(`${field}.head_sha`).slice(0, 10))}`,
  )

export const workflowRun: EventReader = (payload) => {
  const state = payload.firstText('workflow_run.conclusion', 'workflow_run.status', 'action')
  const name = payload.firstText('workflow_run.name', 'workflow.name')
  return {
    topic: topicOf(payload, payload.text('workflow_run.head_branch')),
    content: stateSentence(
      state,
      boldLink(`Workflow ${name} #${payload.text('workflow_run.run_number')}`, payload.text('workflow_run.html_url')),
      place(payload, 'workflow_run'),
    ),
    subject: `workflow run ${payload.text('workflow_run.id')}`,
  }
}

/** One check of a commit. Only its end is told. */
export const checkRun = byField('action', {
  completed: (payload) => ({
    topic: topicOf(payload, payload.text('check_run.check_suite.head_branch') || 'checks'),
    content: stateSentence(
      payload.text('check_run.conclusion'),
      `Check ${link(payload.text('check_run.name'), payload.firstText('check_run.html_url', 'check_run.details_url'))}`,
      payload.text('check_run.head_sha') && `at ${code(payload.text('check_run.head_sha').slice(0, 10))}`,
    ),
    subject: `check run ${payload.text('check_run.head_sha')} ${payload.text('check_run.name')}`,
  }),
  created: notShown,
  rerequested: notShown,
  requested_action: notShown,
})

/** The state that another service sets for a commit. */
export const status: EventReader = (payload) => ({
  topic: topicOf(payload, payload.text('branches.0.name') || 'checks'),
  content: lines(
    stateSentence(
      payload.text('state'),
      `Status ${link(payload.text('context'), payload.text('target_url'))}`,
      `of ${link(payload.text('sha').slice(0, 10), payload.text('commit.html_url'))}`,
    ),
    quote(payload.text('description')),
  ),
  subject: `status ${payload.text('sha')} ${payload.text('context')}`,
})

export const deployment: EventReader = (payload) => ({
  topic: topicOf(payload, 'deployments'),
  content: `${who(payload)} began a deployment of ${code(payload.text('deployment.ref'))} to ${bold(
    payload.text('deployment.environment'),
  )}.`,
  subject: `deployment ${payload.text('deployment.id')}`,
})

export const deploymentStatus: EventReader = (payload) => ({
  topic: topicOf(payload, 'deployments'),
  content: lines(
    stateSentence(
      payload.text('deployment_status.state'),
      boldLink(
        `Deployment to ${payload.firstText('deployment_status.environment', 'deployment.environment')}`,
        payload.firstText(
          'deployment_status.environment_url',
          'deployment_status.target_url',
          'deployment_status.log_url',
        ),
      ),
      `of ${code(payload.text('deployment.ref'))}`,
    ),
    quote(payload.text('deployment_status.description')),
  ),
  subject: `deployment ${payload.text('deployment.id')}`,
})

export const pageBuild: EventReader = (payload) => ({
  topic: topicOf(payload, 'pages'),
  content: lines(
    stateSentence(
      payload.text('build.status') === 'built'
        ? 'success'
        : payload.text('build.status') === 'errored'
          ? 'failure'
          : 'in_progress',
      'Building the pages',
      `after a push by ${bold(payload.text('build.pusher.login'))}`,
    ),
    quote(payload.text('build.error.message')),
  ),
  subject: `pages ${payload.text('id')}`,
})
