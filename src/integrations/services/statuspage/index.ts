import type { EventReader, WebhookIntegration } from '../../integration'
import { andMore, bold, bullets, escapeInline, lines, quote, joinWords } from '../../markdown'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'

/** Parts of a service that a message lists. */
const maxComponents = 10

/** How an incident or a maintenance stands, with words for it. */
const incidentStates: Readonly<Record<string, readonly [AlertState, string]>> = {
  investigating: ['firing', 'is being investigated'],
  identified: ['firing', 'has a known cause'],
  monitoring: ['acknowledged', 'has a fix that is being watched'],
  resolved: ['resolved', 'is resolved'],
  postmortem: ['information', 'has a report of its causes'],
  scheduled: ['information', 'is planned'],
  in_progress: ['warning', 'has begun'],
  verifying: ['acknowledged', 'is being checked'],
  completed: ['resolved', 'is done'],
}

/** How bad incidents are. A maintenance is not bad. */
const impacts = ['minor', 'major', 'critical']

const componentStates: Readonly<Record<string, readonly [AlertState, string]>> = {
  operational: ['resolved', 'works'],
  degraded_performance: ['warning', 'is slow'],
  partial_outage: ['firing', 'is partly out of service'],
  major_outage: ['firing', 'is out of service'],
  under_maintenance: ['muted', 'is under maintenance'],
}

/** Words for a state that is not known yet: `some_state` becomes `some state`. */
const plain = (state: string): string => escapeInline(state.replaceAll('_', ' ')) || 'unknown'

const incident: EventReader = (payload) => {
  const status = payload.text('incident.status')
  const impact = payload.text('incident.impact')
  const [state, stands] = entryOf(incidentStates, status) ?? (['information', `is ${plain(status)}`] as const)
  const update = payload.at('incident.incident_updates.0')
  const components = update.list('affected_components').map((component) => {
    const part = component.text('new_status')
    return joinWords(
      bold(component.text('name')) || 'Something',
      entryOf(componentStates, part)?.[1] ?? `is ${plain(part)}`,
    )
  })
  const name = payload.text('incident.name')
  return {
    topic: name || 'Incidents',
    content: lines(
      alertContent({
        state,
        name,
        url: payload.firstText('incident.shortlink', 'incident.url'),
        words: stands,
        facts: { Impact: impacts.includes(impact) ? impact : '' },
      }),
      bullets(components.slice(0, maxComponents), andMore(components.length - maxComponents)),
      quote(update.text('body')),
    ),
  }
}

const component: EventReader = (payload) => {
  const status = payload.firstText('component_update.new_status', 'component.status')
  const [state, stands] = entryOf(componentStates, status) ?? (['information', `is ${plain(status)}`] as const)
  const name = payload.text('component.name')
  return {
    topic: name || 'Components',
    content: alertContent({ state, name, url: '', words: stands }),
    subject: `component ${payload.firstText('component.id', 'component_update.component_id')}`,
  }
}

export const statuspage: WebhookIntegration = {
  name: 'statuspage',
  label: 'Statuspage',
  source: 'webhook',
  category: 'incidents',
  documentation: 'https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: ({ payload }) => payload.firstText('component_update.id', 'incident.incident_updates.0.id') || null,
  eventOf: ({ payload }) =>
    payload.has('component_update') ? 'component_update' : payload.has('incident') ? 'incident' : '',
  steps: [
    { press: 'Subscribe to updates' },
    { choose: 'Webhook', in: 'Subscribe' },
    { paste: 'address', into: 'Webhook URL' },
    { press: 'Subscribe to notifications' },
  ],
  events: { incident, component_update: component },
}
