import { notShown, type EventReader, type WebhookIntegration } from '../../integration'
import { boldLink, link, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { signedBody } from '../../signatures'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

interface Ending {
  readonly state: BuildState
  readonly verb?: string
}

const endings: Readonly<Record<string, Ending>> = {
  success: { state: 'passed' },
  failed: { state: 'failed' },
  error: { state: 'failed', verb: 'could not run' },
  infrastructure_fail: { state: 'failed', verb: 'failed, because CircleCI had a problem' },
  timedout: { state: 'failed', verb: 'took too long' },
  canceled: { state: 'stopped' },
  unauthorized: { state: 'stopped', verb: 'was not allowed' },
  not_run: { state: 'stopped', verb: 'did not run' },
  blocked: { state: 'waiting' },
}

const project = (payload: Payload): string => payload.text('project.name') || 'CircleCI'

const branch = (payload: Payload): string => payload.firstText('pipeline.vcs.branch', 'pipeline.vcs.tag')

const workflow = (payload: Payload): string =>
  joinWords(
    'Workflow',
    payload.text('workflow.name'),
    payload.text('pipeline.number') && `#${payload.text('pipeline.number')}`,
  )

const reader =
  (part: 'workflow' | 'job', nameOf: (payload: Payload) => string): EventReader =>
  (payload) => {
    const ending = entryOf(endings, payload.text(`${part}.status`))
    if (ending === undefined) return 'unknown'
    return {
      topic: joinWords(project(payload), branch(payload) && `/ ${branch(payload)}`),
      content: buildSentence({
        ...ending,
        what: nameOf(payload),
        rest: buildPlace(branch(payload), payload.text('pipeline.vcs.revision')),
      }),
      subject: `${part} ${payload.text(`${part}.id`)}`,
    }
  }

export const circleci: WebhookIntegration = {
  name: 'circleci',
  label: 'CircleCI',
  source: 'webhook',
  category: 'builds',
  documentation: 'https://circleci.com/docs/guides/integration/outbound-webhooks/',
  signature: signedBody({ header: 'circleci-signature', prefix: 'v1=', separator: ',' }),
  secretMadeBy: 'us',
  deliveryIdOf: ({ payload }) => payload.text('id') || null,
  eventOf: ({ payload }) => payload.text('type'),
  steps: [
    { open: ['Project Settings', 'Webhooks'] },
    { press: 'Add Webhook' },
    { paste: 'address', into: 'Receiver URL' },
    { paste: 'secret', into: 'Secret token' },
    { events: 'Select an event' },
    { press: 'Add Webhook' },
  ],
  events: {
    'workflow-completed': reader('workflow', (payload) => boldLink(workflow(payload), payload.text('workflow.url'))),
    'job-completed': reader('job', (payload) =>
      joinWords(
        'Job',
        boldLink(payload.text('job.name'), ''),
        'of',
        link(workflow(payload), payload.text('workflow.url')),
      ),
    ),
    ping: notShown,
  },
}
