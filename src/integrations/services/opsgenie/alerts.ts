import type { EventReader, WebhookMessage } from '../../integration'
import { bold, escapeInline, time, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'

/** Tags that a message lists. */
const maxTags = 10

interface Change {
  readonly state: AlertState
  /** What happened, as the end of a sentence. */
  readonly verb: string
  /** Whether somebody did it. */
  readonly isByPerson?: boolean
  readonly facts?: Readonly<Record<string, string>>
  readonly text?: string
  /** Whether the next change is told in place of this one. */
  readonly isState?: boolean
}

function changed(payload: Payload, { verb, isByPerson = true, isState = false, ...rest }: Change): WebhookMessage {
  const alert = payload.at('alert')
  const message = alert.text('message')
  const number = alert.text('tinyId')
  const by = isByPerson ? person(payload) : ''
  return {
    topic: message || 'Alerts',
    content: alertContent({
      ...rest,
      name: joinWords(number && `#${number}`, message),
      url: '',
      words: joinWords(verb, by && `by ${by}`),
    }),
    ...(isState && { subject: `alert ${alert.text('alertId')}` }),
  }
}

/** Who did it; empty for what Opsgenie did by itself. */
function person(payload: Payload): string {
  const name = payload.text('alert.username')
  return name === 'System' ? '' : bold(name)
}

const priorities: Readonly<Record<string, AlertState>> = {
  P1: 'firing',
  P2: 'firing',
  P3: 'warning',
  P4: 'information',
  P5: 'information',
}

const stateOf = (payload: Payload): AlertState => entryOf(priorities, payload.text('alert.priority')) ?? 'firing'

export const created: EventReader = (payload) => {
  const tags = payload.list('alert.tags').slice(0, maxTags)
  return changed(payload, {
    state: stateOf(payload),
    verb: 'was created',
    isByPerson: false,
    facts: {
      Priority: escapeInline(payload.text('alert.priority')),
      Entity: escapeInline(payload.text('alert.entity')),
      Source: escapeInline(payload.text('alert.source')),
      Tags: tags.map((tag) => escapeInline(tag.text(''))).join(', '),
    },
    text: payload.text('alert.description'),
    isState: true,
  })
}

export const acknowledged: EventReader = (payload) =>
  changed(payload, { state: 'acknowledged', verb: 'was acknowledged', isState: true })

export const unacknowledged: EventReader = (payload) =>
  changed(payload, { state: stateOf(payload), verb: 'is no longer acknowledged', isByPerson: false, isState: true })

export const closed: EventReader = (payload) =>
  changed(payload, { state: 'resolved', verb: 'was closed', isState: true })

export const deleted: EventReader = (payload) => changed(payload, { state: 'resolved', verb: 'was deleted' })

export const snoozed: EventReader = (payload) => {
  const end = time(payload.text('alert.snoozeEndDate'))
  return changed(payload, { state: 'muted', verb: joinWords('was snoozed', end && `until ${end}`), isState: true })
}

export const snoozeEnded: EventReader = (payload) =>
  changed(payload, { state: stateOf(payload), verb: 'is no longer snoozed', isByPerson: false, isState: true })

export const escalated: EventReader = (payload) => {
  const name = bold(payload.firstText('alert.escalationNotify.name', 'escalationNotify.name'))
  return changed(payload, {
    state: stateOf(payload),
    verb: joinWords('was escalated', name && `to ${name}`),
    isByPerson: false,
  })
}

export const note: EventReader = (payload) =>
  changed(payload, { state: 'information', verb: 'has a note', text: payload.text('alert.note') })

const given =
  (verb: string, field: string): EventReader =>
  (payload) =>
    changed(payload, {
      state: 'acknowledged',
      verb: `${verb} ${bold(payload.text(`alert.${field}`)) || 'others'}`,
    })

export const assigned = given('was assigned to', 'owner')
export const teamAdded = given('was given to the team', 'team')
export const recipientAdded = given('was sent to', 'recipient')

export const taken: EventReader = (payload) => changed(payload, { state: 'acknowledged', verb: 'was taken' })

export const priority: EventReader = (payload) => {
  const before = bold(payload.text('alert.oldPriority'))
  return changed(payload, {
    state: 'information',
    verb: joinWords('was given the priority', bold(payload.text('alert.priority')), before && `instead of ${before}`),
  })
}

export const renamed: EventReader = (payload) =>
  changed(payload, {
    state: 'information',
    verb: joinWords(
      'was renamed',
      payload.text('alert.oldMessage') && `from ${bold(payload.text('alert.oldMessage'))}`,
    ),
  })
