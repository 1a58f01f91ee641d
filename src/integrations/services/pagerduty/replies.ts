import type { EventReader } from '../../integration'
import { bold, lines, link, quote, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { agent, incidentTopic } from './incidents'

/** Something that belongs to an incident, which names the incident by its title. */
const about =
  (verb: string, field: string): EventReader =>
  (payload) => {
    const incident = payload.at('event.data.incident')
    const text = payload.text(`event.data.${field}`)
    const who = agent(payload) || 'Somebody'
    const sentence = joinWords(who, verb, link(incident.text('summary'), incident.text('html_url')))
    return {
      topic: incidentTopic(incident.text('summary')),
      content: lines(`${sentence}${text === '' ? '.' : ':'}`, quote(text)),
    }
  }

export const note = about('wrote a note on', 'content')
export const statusUpdate = about('posted an update on', 'message')

/** Name of the person or the policy who is asked to help. */
const responder = (payload: Payload): string =>
  bold(payload.text('event.data.user.summary') || payload.text('event.data.escalation_policy.summary')) || 'somebody'

export const responderAdded: EventReader = (payload, request) =>
  about(`asked ${responder(payload)} to help with`, 'message')(payload, request)

const answers: Readonly<Record<string, string>> = {
  accepted: 'helps with',
  joined: 'helps with',
  declined: 'cannot help with',
  pending: 'was asked to help with',
}

export const responderReplied: EventReader = (payload) => {
  const incident = payload.at('event.data.incident')
  const name = responder(payload)
  return {
    topic: incidentTopic(incident.text('summary')),
    content: `${name === 'somebody' ? 'Somebody' : name} ${
      entryOf(answers, payload.text('event.data.state')) ?? 'answered about'
    } ${link(incident.text('summary'), incident.text('html_url'))}.`,
  }
}

export const conference: EventReader = (payload) => {
  const incident = payload.at('event.data.incident')
  const url = payload.text('event.data.conference_url')
  const number = bold(payload.text('event.data.conference_number'))
  return {
    topic: incidentTopic(incident.text('summary')),
    content: `${joinWords(
      `People talk about ${link(incident.text('summary'), incident.text('html_url')) || 'the incident'}`,
      url === '' ? '' : `in ${link('this call', url)}`,
      number && `${url === '' ? '' : 'or '}by phone at ${number}`,
    )}.`,
  }
}
