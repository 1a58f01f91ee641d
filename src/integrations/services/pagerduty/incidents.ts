import type { EventReader, WebhookMessage } from '../../integration'
import { bold, escapeInline, link, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { alertContent, type AlertState } from '../../wording/alert'

/** Topic of an incident. Notes name their incident by its title only, so the number is not in it. */
export const incidentTopic = (title: string): string => title || 'Incidents'

/** Who did it; empty if no person did. */
export const agent = (payload: Payload): string =>
  payload.text('event.agent.type').startsWith('user') ? bold(payload.text('event.agent.summary')) : ''

const assignees = (payload: Payload): string =>
  payload
    .list('event.data.assignees')
    .slice(0, 10)
    .map((assignee) => bold(assignee.text('summary')))
    .filter((name) => name !== '')
    .join(', ')

interface Change {
  readonly state: AlertState
  /** What happened, as the end of a sentence. */
  readonly verb: string
  /** Whether it happened by what somebody did. */
  readonly isByAgent?: boolean
  readonly facts?: Readonly<Record<string, string>>
  /** Whether the next change is told in place of this one. */
  readonly isState?: boolean
}

function changed(payload: Payload, { verb, isByAgent = true, isState = true, ...rest }: Change): WebhookMessage {
  const incident = payload.at('event.data')
  const title = incident.firstText('title', 'summary')
  const number = incident.text('number')
  const by = isByAgent ? agent(payload) : ''
  return {
    topic: incidentTopic(title),
    content: alertContent({
      ...rest,
      name: joinWords(number && `#${number}`, title),
      url: incident.text('html_url'),
      words: joinWords(verb, by && `by ${by}`),
    }),
    ...(isState && { subject: `incident ${incident.text('id')}` }),
  }
}

/** What people have to know of a new incident. */
const newFacts = (payload: Payload): Record<string, string> => ({
  Service: link(payload.text('event.data.service.summary'), payload.text('event.data.service.html_url')),
  Urgency: escapeInline(payload.text('event.data.urgency')),
  Priority: escapeInline(payload.text('event.data.priority.summary')),
  'Assigned to': assignees(payload),
})

export const triggered: EventReader = (payload) =>
  changed(payload, { state: 'firing', verb: 'was triggered', facts: newFacts(payload) })

export const acknowledged: EventReader = (payload) =>
  changed(payload, { state: 'acknowledged', verb: 'was acknowledged' })

export const unacknowledged: EventReader = (payload) =>
  changed(payload, { state: 'firing', verb: 'is no longer acknowledged', isByAgent: false })

export const resolved: EventReader = (payload) => changed(payload, { state: 'resolved', verb: 'was resolved' })

export const reopened: EventReader = (payload) =>
  changed(payload, { state: 'firing', verb: 'was opened again', facts: newFacts(payload) })

/** Somebody else has to care for it now. */
const assigned =
  (verb: string): EventReader =>
  (payload) => {
    const names = assignees(payload)
    return changed(payload, {
      state: 'firing',
      verb: names === '' ? verb : `${verb} to ${names}`,
      isState: false,
    })
  }

export const escalated = assigned('was escalated')
export const reassigned = assigned('was assigned')

export const delegated: EventReader = (payload) =>
  changed(payload, {
    state: 'firing',
    verb: `was given to the policy ${bold(payload.text('event.data.escalation_policy.summary')) || 'of others'}`,
    isState: false,
  })

export const priority: EventReader = (payload) => {
  const name = bold(payload.text('event.data.priority.summary'))
  return changed(payload, {
    state: 'information',
    verb: name === '' ? 'has no priority now' : `was given the priority ${name}`,
    isState: false,
  })
}

export const service: EventReader = (payload) =>
  changed(payload, {
    state: 'information',
    verb: `was moved to the service ${bold(payload.text('event.data.service.summary')) || 'of others'}`,
    isState: false,
  })
