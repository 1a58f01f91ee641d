import { byField, notShown, type EventReader } from '../../integration'
import { bold, boldLink, code, escapeInline, lines, link, quote, joinWords } from '../../markdown'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'
import { topicOf, who } from './repository'

const states: Readonly<Record<string, BuildState>> = {
  success: 'passed',
  // Only Gitea has this one.
  warning: 'passed',
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
  warning: 'passed with warnings',
  failure: 'failed',
  error: 'failed',
  timed_out: 'took too long',
  startup_failure: 'could not start',
  action_required: 'needs an action',
  cancelled: 'was cancelled',
  skipped: 'was skipped',
  neutral: 'ended',
  stale: 'was given up',
  inactive: 'is no longer active',
  waiting: 'is waiting',
  queued: 'is waiting',
  requested: 'is waiting',
  pending: 'is waiting',
  in_progress: 'is running',
}

function sentence(state: string, what: string, rest = '', success = 'passed'): string {
  return buildSentence({
    state: entryOf(states, state) ?? 'waiting',
    what,
    verb:
      state === 'success' ? success : (entryOf(stateNames, state) ?? `is ${escapeInline(state.replaceAll('_', ' '))}`),
    rest,
  })
}

export const workflowRun: EventReader = (payload) => {
  const state = payload.firstText('workflow_run.conclusion', 'workflow_run.status', 'action')
  const name = payload.firstText('workflow_run.name', 'workflow.name')
  return {
    topic: topicOf(payload, payload.text('workflow_run.head_branch')),
    content: sentence(
      state,
      boldLink(`Workflow ${name} #${payload.text('workflow_run.run_number')}`, payload.text('workflow_run.html_url')),
      buildPlace(payload.text('workflow_run.head_branch'), payload.text('workflow_run.head_sha')),
    ),
    subject: `workflow run ${payload.text('workflow_run.id')}`,
  }
}

/** One check of a commit. Only its end is told. */
export const checkRun = byField('action', {
  completed: (payload) => ({
    topic: topicOf(payload, payload.text('check_run.check_suite.head_branch') || 'checks'),
    content: sentence(
      payload.text('check_run.conclusion'),
      `Check ${link(payload.text('check_run.name'), payload.firstText('check_run.html_url', 'check_run.details_url'))}`,
      buildPlace('', payload.text('check_run.head_sha')),
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
    sentence(
      payload.text('state'),
      `Status ${link(payload.text('context'), payload.text('target_url'))}`,
      buildPlace('', payload.text('sha'), payload.text('commit.html_url')),
    ),
    quote(payload.text('description')),
  ),
  subject: `status ${payload.text('sha')} ${payload.text('context')}`,
})

export const deployment: EventReader = (payload) => ({
  topic: topicOf(payload, 'deployments'),
  content: `${who(payload)} began to deploy ${code(payload.text('deployment.ref'))} to ${bold(
    payload.text('deployment.environment'),
  )}.`,
  subject: `deployment ${payload.text('deployment.id')}`,
})

export const deploymentStatus: EventReader = (payload) => ({
  topic: topicOf(payload, 'deployments'),
  content: lines(
    sentence(
      payload.text('deployment_status.state'),
      joinWords(
        boldLink(
          `Deployment to ${payload.firstText('deployment_status.environment', 'deployment.environment')}`,
          payload.firstText(
            'deployment_status.environment_url',
            'deployment_status.target_url',
            'deployment_status.log_url',
          ),
        ),
        payload.text('deployment.ref') && `of ${code(payload.text('deployment.ref'))}`,
      ),
      '',
      'succeeded',
    ),
    quote(payload.text('deployment_status.description')),
  ),
  subject: `deployment ${payload.text('deployment.id')}`,
})

const pageStates: Readonly<Record<string, string>> = { built: 'success', errored: 'failure' }

export const pageBuild: EventReader = (payload) => ({
  topic: topicOf(payload, 'pages'),
  content: lines(
    sentence(
      entryOf(pageStates, payload.text('build.status')) ?? 'in_progress',
      'The build of the pages',
      payload.has('build.pusher.login') ? `after a push by ${bold(payload.text('build.pusher.login'))}` : '',
    ),
    quote(payload.text('build.error.message')),
  ),
  subject: `pages ${payload.text('id')}`,
})
