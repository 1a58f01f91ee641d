import type { EventReader, WebhookMessage } from '../../integration'
import { bold, boldLink, code, escapeInline, link, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildPlace, buildSentence, type BuildState } from '../../wording/build'

const states: Readonly<Record<string, BuildState>> = {
  passed: 'passed',
  failed: 'failed',
  timed_out: 'failed',
  running: 'running',
  blocked: 'waiting',
  canceled: 'stopped',
  skipped: 'stopped',
  not_run: 'stopped',
}

const stateVerbs: Readonly<Record<string, string>> = {
  timed_out: 'took too long',
  blocked: 'is waiting for somebody to unblock it',
  canceled: 'was cancelled',
  skipped: 'was skipped',
  not_run: 'did not run',
}

const pipeline = (payload: Payload): string => payload.firstText('pipeline.name', 'pipeline.slug') || 'Buildkite'

const branch = (payload: Payload): string => payload.text('build.branch')

const buildLabel = (payload: Payload): string => `Build #${payload.text('build.number')}`

function buildMessage(payload: Payload, name: string, verb = entryOf(stateVerbs, name)): WebhookMessage | 'unknown' {
  const state = entryOf(states, name)
  if (state === undefined) return 'unknown'
  const title = escapeInline(payload.text('build.message').split('\n')[0]!, 100)
  return {
    topic: joinWords(pipeline(payload), branch(payload) && `/ ${branch(payload)}`),
    content: buildSentence({
      state,
      what: joinWords(boldLink(buildLabel(payload), payload.text('build.web_url')), title && `(${title})`),
      ...(verb !== undefined && { verb }),
      rest: buildPlace(branch(payload), payload.text('build.commit')),
    }),
    subject: `build ${payload.text('build.id')}`,
  }
}

export const build: EventReader = (payload) =>
  buildMessage(payload, payload.flag('build.blocked') ? 'blocked' : payload.text('build.state'))

/** A job has failed, and others still run. */
export const failing: EventReader = (payload) => buildMessage(payload, 'failed', 'is failing')

export const blocked: EventReader = (payload) => buildMessage(payload, 'blocked')

const jobLink = (payload: Payload): string =>
  joinWords('Job', boldLink(payload.firstText('job.name', 'job.label', 'job.id'), payload.text('job.web_url')))

/** A step of a build. */
export const job: EventReader = (payload) => {
  const name = payload.text('job.state')
  const state = entryOf(states, name)
  if (state === undefined) return 'unknown'
  const isIgnored = state === 'failed' && payload.flag('job.soft_failed')
  const verb = isIgnored ? 'failed, which is ignored,' : entryOf(stateVerbs, name)
  return {
    topic: joinWords(pipeline(payload), branch(payload) && `/ ${branch(payload)}`),
    content: buildSentence({
      state,
      what: joinWords(jobLink(payload), 'of', link(buildLabel(payload), payload.text('build.web_url'))),
      ...(verb !== undefined && { verb }),
      rest: buildPlace(branch(payload), payload.text('build.commit')),
    }),
    subject: `job ${payload.text('job.id')}`,
  }
}

export const jobActivated: EventReader = (payload) => ({
  topic: joinWords(pipeline(payload), branch(payload) && `/ ${branch(payload)}`),
  content: `${joinWords(
    bold(payload.firstText('job.unblocked_by.name', 'sender.name')) || 'Somebody',
    'unblocked',
    link(buildLabel(payload), payload.text('build.web_url')),
  )}.`,
})

export const packageCreated: EventReader = (payload) => ({
  topic: payload.firstText('package.registry.name', 'package.registry.slug') || 'packages',
  content: `${joinWords(
    'The package',
    boldLink(payload.text('package.name'), payload.text('package.web_url')),
    code(payload.text('package.version')),
    'was published',
  )}.`,
})

export const ping: EventReader = (payload) => ({
  topic: 'Buildkite',
  content: `${joinWords(
    bold(payload.text('sender.name')) || 'Somebody',
    'connected',
    bold(payload.text('organization.name')) || 'Buildkite',
    'to this stream',
  )}.`,
})
