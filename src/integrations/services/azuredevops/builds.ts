import type { EventReader, WebhookMessage } from '../../integration'
import { bold, boldLink, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

/** States and results, which come with different capitals in the events of builds and of pipelines. */
const states: Readonly<Record<string, BuildState>> = {
  succeeded: 'passed',
  partiallysucceeded: 'failed',
  failed: 'failed',
  rejected: 'failed',
  stopped: 'stopped',
  canceled: 'stopped',
  inprogress: 'running',
  running: 'running',
  waiting: 'waiting',
}

/** How a run stands; undefined for states that last a moment only. */
function standing(payload: Payload, path: string): { state: BuildState; verb?: string } | undefined {
  const name = payload.firstText(`${path}.result`, `${path}.state`, `${path}.status`).toLowerCase()
  const state = entryOf(states, name)
  if (state === undefined) return undefined
  return name === 'partiallysucceeded' ? { state, verb: 'failed in part' } : { state }
}

export const build: EventReader = (payload) => {
  const result = standing(payload, 'resource')
  if (result === undefined) return 'not_shown'
  const name = payload.text('resource.definition.name') || 'builds'
  const branch = payload.text('resource.sourceBranch').replace(/^refs\/heads\//, '')
  const requester = payload.firstText(
    'resource.requestedFor.displayName',
    'resource.requests.0.requestedFor.displayName',
  )
  return {
    topic: branch === '' ? name : `${name} / ${branch}`,
    content: buildSentence({
      ...result,
      what: joinWords(
        boldLink(
          `Build ${payload.text('resource.buildNumber')}`,
          payload.firstText('resource._links.web.href', 'resource.url'),
        ),
        requester && `for ${bold(requester)}`,
      ),
      rest: buildPlace(branch, payload.text('resource.sourceVersion')),
    }),
    subject: `build ${payload.text('resource.id')}`,
  }
}

const pipeline = (payload: Payload): string =>
  payload.firstText('resource.pipeline.name', 'resource.run.pipeline.name') || 'pipelines'

const runLink = (payload: Payload): string =>
  boldLink(
    `Run ${payload.firstText('resource.run.name', 'resource.run.id')}`,
    payload.firstText('resource.run._links.web.href', 'resource.runUrl'),
  )

const stageName = (payload: Payload): string =>
  bold(payload.firstText('resource.stage.displayName', 'resource.stage.name', 'resource.stageName'))

const runMessage = (payload: Payload, content: string, part: string): WebhookMessage => ({
  topic: pipeline(payload),
  content,
  subject: `run ${payload.firstText('resource.run.id', 'resource.runId')} ${part}`,
})

export const run: EventReader = (payload) => {
  const result = standing(payload, 'resource.run')
  return result === undefined
    ? 'not_shown'
    : runMessage(payload, buildSentence({ ...result, what: runLink(payload) }), '')
}

/** A part of a run. Only its end is told, because runs begin with a stage. */
export const stage: EventReader = (payload) => {
  const result = standing(payload, 'resource.stage')
  if (result === undefined || result.state === 'running' || result.state === 'waiting') return 'not_shown'
  const what = joinWords('Stage', stageName(payload), 'of', runLink(payload))
  return runMessage(payload, buildSentence({ ...result, what }), payload.text('resource.stage.name'))
}

const approval = (payload: Payload, state: BuildState, verb: string): WebhookMessage =>
  runMessage(
    payload,
    buildSentence({ state, what: joinWords('Stage', stageName(payload), 'of', runLink(payload)), verb }),
    `approval ${payload.text('resource.approval.id')}`,
  )

export const approvalPending: EventReader = (payload) => approval(payload, 'waiting', 'is waiting for an approval')

export const approvalCompleted: EventReader = (payload) =>
  payload.text('resource.approval.status').toLowerCase() === 'approved'
    ? approval(payload, 'passed', 'was approved')
    : approval(payload, 'stopped', 'was not approved')
