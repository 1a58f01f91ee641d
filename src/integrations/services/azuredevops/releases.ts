import type { EventReader, WebhookMessage } from '../../integration'
import { bold, boldLink, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { buildSentence, type BuildState } from '../../wording/build'

const definition = (payload: Payload): string =>
  payload.firstText(
    'resource.release.releaseDefinition.name',
    'resource.environment.releaseDefinition.name',
    'resource.approval.releaseDefinition.name',
  ) || 'releases'

const releaseName = (payload: Payload): string =>
  payload.firstText('resource.release.name', 'resource.environment.release.name', 'resource.approval.release.name')

const releaseLink = (payload: Payload): string =>
  boldLink(
    `Release ${releaseName(payload)}`,
    payload.firstText(
      'resource.release._links.web.href',
      'resource.environment.release._links.web.href',
      'resource.approval.release._links.web.href',
    ),
  )

const message = (payload: Payload, content: string, part: string): WebhookMessage => ({
  topic: definition(payload),
  content,
  subject: `release ${releaseName(payload)} ${part}`,
})

export const created: EventReader = (payload) =>
  message(
    payload,
    `${joinWords(
      releaseLink(payload),
      'was created',
      payload.text('resource.release.createdBy.displayName') &&
        `by ${bold(payload.text('resource.release.createdBy.displayName'))}`,
    )}.`,
    '',
  )

export const abandoned: EventReader = (payload) =>
  message(payload, buildSentence({ state: 'stopped', what: releaseLink(payload), verb: 'was abandoned' }), '')

const environment = (payload: Payload): string =>
  payload.firstText('resource.environment.name', 'resource.approval.releaseEnvironment.name')

const deployment = (payload: Payload, state: BuildState, verb: string, part = 'to'): WebhookMessage =>
  message(
    payload,
    buildSentence({
      state,
      what: joinWords('Deployment of', releaseLink(payload), 'to', bold(environment(payload))),
      ...(verb !== '' && { verb }),
    }),
    `${part} ${environment(payload)}`,
  )

export const deploymentStarted: EventReader = (payload) => deployment(payload, 'running', '')

const endings: Readonly<Record<string, readonly [BuildState, string]>> = {
  succeeded: ['passed', 'succeeded'],
  partiallysucceeded: ['failed', 'failed in part'],
  rejected: ['failed', ''],
  failed: ['failed', ''],
  canceled: ['stopped', ''],
}

export const deploymentCompleted: EventReader = (payload) => {
  const ending = entryOf(
    endings,
    payload.firstText('resource.environment.status', 'resource.deployment.deploymentStatus').toLowerCase(),
  )
  return ending === undefined ? 'unknown' : deployment(payload, ...ending)
}

export const approvalPending: EventReader = (payload) =>
  deployment(
    payload,
    'waiting',
    joinWords(
      'is waiting for an approval',
      payload.text('resource.approval.approver.displayName') &&
        `by ${bold(payload.text('resource.approval.approver.displayName'))}`,
    ),
    'approval to',
  )

export const approvalCompleted: EventReader = (payload) =>
  payload.text('resource.approval.status').toLowerCase() === 'approved'
    ? deployment(payload, 'passed', 'was approved', 'approval to')
    : deployment(payload, 'stopped', 'was not approved', 'approval to')
