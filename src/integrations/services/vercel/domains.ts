import type { EventReader } from '../../integration'
import { bold, lines, quote, joinWords } from '../../markdown'
import type { Payload } from '../../payload'

const domain = (payload: Payload): string => payload.firstText('payload.domain.name', 'payload.dnsNames.0')

const project = (payload: Payload): string => payload.firstText('payload.project.name', 'payload.projectName')

const message = (payload: Payload, ...parts: readonly string[]) => ({
  topic: domain(payload) || 'domains',
  content: `${joinWords(...parts)}.`,
})

export const added: EventReader = (payload) =>
  message(payload, 'The domain', bold(domain(payload)), 'was added', project(payload) && `to ${bold(project(payload))}`)

export const removed: EventReader = (payload) =>
  message(
    payload,
    'The domain',
    bold(domain(payload)),
    'was removed',
    project(payload) && `from ${bold(project(payload))}`,
  )

export const unverified: EventReader = (payload) =>
  message(payload, ':warning: The domain', bold(domain(payload)), 'is no longer verified')

export const renewed: EventReader = (payload) => message(payload, 'The domain', bold(domain(payload)), 'was renewed')

export const renewalFailed: EventReader = (payload) => {
  const reason = payload.text('payload.errorReason')
  return {
    topic: domain(payload) || 'domains',
    content: lines(
      `${joinWords(':warning: The domain', bold(domain(payload)), 'could not be renewed')}${reason === '' ? '.' : ':'}`,
      quote(reason),
    ),
  }
}

export const certificateFailed: EventReader = (payload) =>
  message(payload, ':warning: It was not possible to make a new certificate for', bold(domain(payload)) || 'a domain')
