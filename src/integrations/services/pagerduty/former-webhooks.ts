import type { EventReader, WebhookMessage } from '../../integration'
import { lines } from '../../markdown'
import { Payload } from '../../payload'
import { entryOf } from '../../tables'
import * as incidents from './incidents'
import * as replies from './replies'

/** Messages of a request that are read. */
const maxMessages = 10

/** The events of version 2, with what says the same of those of version 3. */
const readers: Readonly<Record<string, EventReader>> = {
  'incident.trigger': incidents.triggered,
  'incident.acknowledge': incidents.acknowledged,
  'incident.unacknowledge': incidents.unacknowledged,
  'incident.resolve': incidents.resolved,
  'incident.assign': incidents.reassigned,
  'incident.escalate': incidents.escalated,
  'incident.delegate': incidents.delegated,
  'incident.annotate': replies.note,
}

/** A message of version 2 with the fields of version 3. */
function asEvent(message: Payload): Payload {
  const incident = message.at('incident')
  const entry = message.at('log_entries.0')
  const data = {
    id: incident.text('id'),
    number: incident.text('incident_number'),
    title: incident.text('title'),
    html_url: incident.text('html_url'),
    urgency: incident.text('urgency'),
    service: incident.at('service').value,
    priority: incident.at('priority').value,
    escalation_policy: incident.at('escalation_policy').value,
    assignees: incident.list('assignments').map((assignment) => assignment.at('assignee').value),
    // A note is an event of its own in version 3, and names its incident.
    incident: { summary: incident.text('title'), html_url: incident.text('html_url') },
    content: entry.firstText('channel.content', 'channel.summary'),
  }
  return new Payload({ event: { agent: entry.at('agent').value, data } })
}

/**
 * Webhooks of version 2, which PagerDuty still sends where they were set up. A request has several messages if they were sent within
 * a moment. They become one message, and the last one of them says how the incident stands.
 */
export const formerMessages: EventReader = (payload, request) => {
  const results = payload
    .list('messages', maxMessages)
    .map((message) => entryOf(readers, message.text('event'))?.(asEvent(message), request))
    .filter((result): result is WebhookMessage => typeof result === 'object')
  const newest = results.at(-1)
  return newest === undefined ? 'unknown' : { ...newest, content: lines(...results.map(({ content }) => content)) }
}
