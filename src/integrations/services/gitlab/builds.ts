import type { EventReader } from '../../integration'
import { addressBelow, boldLink, code, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'
import { topicOf, who } from './project'

const states: Readonly<Record<string, BuildState>> = {
  running: 'running',
  success: 'passed',
  failed: 'failed',
  canceled: 'stopped',
  manual: 'waiting',
  blocked: 'waiting',
}

/** States that last a moment only, or of which nothing comes. */
const passingStates = new Set([
  'created',
  'pending',
  'preparing',
  'scheduled',
  'skipped',
  'canceling',
  'waiting_for_resource',
  'waiting_for_callback',
])

/** How something stands, or why that is not told. */
const stateOf = (payload: Payload, path: string): BuildState | 'not_shown' | 'unknown' => {
  const name = payload.text(path)
  if (passingStates.has(name)) return 'not_shown'
  return entryOf(states, name) ?? 'unknown'
}

export const pipeline: EventReader = (payload) => {
  const state = stateOf(payload, 'object_attributes.status')
  if (state === 'not_shown' || state === 'unknown') return state
  const id = payload.text('object_attributes.id')
  const branch = payload.text('object_attributes.ref')
  const url =
    payload.text('object_attributes.url') || addressBelow(payload.text('project.web_url'), `-/pipelines/${id}`)
  return {
    topic: topicOf(payload, branch),
    content: buildSentence({
      state,
      what: boldLink(joinWords('Pipeline', payload.text('object_attributes.name'), `#${id}`), url),
      ...(state === 'waiting' && { verb: 'is waiting for a manual job' }),
      rest: buildPlace(branch, payload.text('object_attributes.sha'), payload.text('commit.url')),
    }),
    subject: `pipeline ${id}`,
  }
}

/** A job of a pipeline. Only its end is told. */
export const job: EventReader = (payload) => {
  const state = stateOf(payload, 'build_status')
  if (state === 'unknown') return state
  if (state === 'not_shown' || state === 'running' || state === 'waiting') return 'not_shown'
  const id = payload.text('build_id')
  const branch = payload.text('ref')
  const base = payload.firstText('project.web_url', 'repository.homepage')
  return {
    topic: topicOf(payload, branch),
    content: buildSentence({
      state,
      what: `Job ${boldLink(payload.text('build_name'), addressBelow(base, `-/jobs/${id}`))}`,
      rest: buildPlace(branch, payload.text('sha')),
    }),
    subject: `job ${id}`,
  }
}

export const deployment: EventReader = (payload) => {
  const state = stateOf(payload, 'status')
  if (state === 'not_shown' || state === 'unknown') return state
  return {
    topic: topicOf(payload, 'deployments'),
    content: buildSentence({
      state,
      what: joinWords(
        boldLink(
          `Deployment to ${payload.text('environment')}`,
          payload.firstText('environment_external_url', 'deployable_url'),
        ),
        payload.text('ref') && `of ${code(payload.text('ref'))}`,
        payload.text('user.name') && `by ${who(payload)}`,
      ),
      ...(state === 'passed' && { verb: 'succeeded' }),
    }),
    subject: `deployment ${payload.text('deployment_id')}`,
  }
}
