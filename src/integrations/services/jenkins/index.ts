import { notShown, type EventReader, type WebhookIntegration } from '../../integration'
import { addressBelow, amount, boldLink, escapeInline, facts, figure, lines } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

interface Result {
  readonly state: BuildState
  readonly verb?: string
}

const results: Readonly<Record<string, Result>> = {
  SUCCESS: { state: 'passed' },
  FAILURE: { state: 'failed' },
  UNSTABLE: { state: 'failed', verb: 'is unstable' },
  ABORTED: { state: 'stopped' },
  NOT_BUILT: { state: 'stopped', verb: 'was not built' },
}

/** Tests that failed, where some did. */
function failedTests(payload: Payload): string {
  const failed = payload.number('build.test_summary.failed') ?? 0
  const total = payload.number('build.test_summary.total') ?? 0
  return failed > 0 ? `${figure(failed)} of ${amount(total, 'test')}` : ''
}

const message = (payload: Payload, result: Result) => {
  const job = payload.firstText('display_name', 'name') || 'Jenkins'
  const branch = payload.text('build.scm.branch').replace(/^origin\//, '')
  const number = payload.text('build.number')
  return {
    topic: job,
    content: lines(
      buildSentence({
        ...result,
        what: boldLink(`Build #${number}`, payload.text('build.full_url') || addressBelow(payload.text('url'), number)),
        rest: buildPlace(branch, payload.text('build.scm.commit')),
      }),
      facts({ 'Failed tests': failedTests(payload), Notes: escapeInline(payload.text('build.notes')) }),
    ),
    subject: `build ${payload.text('name')} ${number}`,
  }
}

const running: EventReader = (payload) => message(payload, { state: 'running' })

/** The end of a build. Jenkins tells it twice, before and after what it does with the result, with the same words. */
const ending: EventReader = (payload) => {
  const result = entryOf(results, payload.text('build.status').toUpperCase())
  return result === undefined ? 'unknown' : message(payload, result)
}

export const jenkins: WebhookIntegration = {
  name: 'jenkins',
  label: 'Jenkins',
  source: 'webhook',
  category: 'builds',
  documentation: 'https://plugins.jenkins.io/notification/',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.text('build.phase').toLowerCase(),
  steps: [
    { open: ['Manage Jenkins', 'Plugins', 'Available plugins', 'Notification'] },
    { open: ['Configure', 'Job Notifications'] },
    { press: 'Add Endpoint' },
    { choose: 'JSON', in: 'Format' },
    { choose: 'HTTP', in: 'Protocol' },
    { events: 'Event' },
    { paste: 'address', into: 'URL' },
  ],
  events: {
    queued: notShown,
    started: running,
    completed: ending,
    finalized: ending,
  },
}
