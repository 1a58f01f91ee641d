import type { EventReader, WebhookIntegration } from '../../integration'
import { escapeInline, figure, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'

/** Names that a list in a message has. */
const maxNames = 10

const priorities: Readonly<Record<string, AlertState>> = { low: 'information', medium: 'warning', high: 'warning' }

/** A list of names in a line. */
const names = (list: readonly Payload[]): string =>
  joinWords(
    list
      .slice(0, maxNames)
      .map((name) => escapeInline(name.text('')))
      .filter((name) => name !== '')
      .join(', '),
    list.length > maxNames ? `and ${figure(list.length - maxNames)} more` : '',
  )

/** An issue, which gathers incidents of alerts. Older workflows and channels name its fields as those of an incident. */
const issue =
  (stands: string, state?: AlertState): EventReader =>
  (payload) => {
    const title = payload.firstText('title', 'title.0', 'annotations.title.0', 'details', 'condition_name')
    const priority = payload.firstText('priority', 'severity').toLowerCase()
    return {
      topic: title || 'New Relic',
      content: alertContent({
        state: state ?? entryOf(priorities, priority) ?? 'firing',
        name: title,
        url: payload.firstText('issueUrl', 'issuePageUrl', 'incident_url'),
        words: stands,
        ...(state === undefined && {
          facts: {
            Priority: escapeInline(priority),
            Policy: names(payload.list('alertPolicyNames')) || escapeInline(payload.text('policy_name')),
            Condition: names(payload.list('alertConditionNames')) || escapeInline(payload.text('condition_name')),
            Affected:
              names(payload.list('impactedEntities')) ||
              names(payload.list('targets').map((target) => target.at('name'))),
            Incidents: escapeInline(payload.text('totalIncidents')),
          },
        }),
      }),
      subject: `issue ${payload.firstText('id', 'issueId', 'incident_id')}`,
    }
  }

export const newrelic: WebhookIntegration = {
  name: 'newrelic',
  label: 'New Relic',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.firstText('state', 'current_state').toLowerCase(),
  steps: [
    { open: ['Alerts', 'Destinations'] },
    { press: 'Webhook' },
    { paste: 'address', into: 'Endpoint URL' },
    { press: 'Save destination' },
    { open: ['Alerts', 'Workflows'] },
    { press: 'Add a workflow' },
    { choose: 'Webhook', in: 'Notify' },
  ],
  events: {
    // As older channels name the state of an incident.
    open: issue('is open'),
    created: issue('is a new issue'),
    activated: issue('is active'),
    acknowledged: issue('was acknowledged', 'acknowledged'),
    deactivated: issue('is no longer active', 'resolved'),
    closed: issue('is closed', 'resolved'),
  },
}
