import type { EventReader, Integration } from '../../integration'
import { escaped, figure, words } from '../../markdown'
import type { Payload } from '../../payload'
import { alertContent, type AlertState } from '../../wording/alert'

/** Names that a list in a message has. */
const maxNames = 10

const priorities: Readonly<Record<string, AlertState>> = { low: 'information', medium: 'warning', high: 'warning' }

/** A list of names in a line. */
const names = (list: readonly Payload[]): string =>
  words(
    list
      .slice(0, maxNames)
      .map((name) => escaped(name.text('')))
      .filter((name) => name !== '')
      .join(', '),
    list.length > maxNames ? `and ${figure(list.length - maxNames)} more` : '',
  )

/** An issue, which gathers incidents of alerts. */
const issue =
  (stands: string, state?: AlertState): EventReader =>
  (payload) => {
    const title = payload.firstText('title', 'title.0', 'annotations.title.0')
    const priority = payload.text('priority').toLowerCase()
    return {
      topic: title || 'New Relic',
      content: alertContent({
        state: state ?? priorities[priority] ?? 'firing',
        name: title,
        url: payload.firstText('issueUrl', 'issuePageUrl'),
        words: stands,
        ...(state === undefined && {
          facts: {
            Priority: escaped(priority),
            Policy: names(payload.list('alertPolicyNames')),
            Condition: names(payload.list('alertConditionNames')),
            Affected: names(payload.list('impactedEntities')),
            Incidents: escaped(payload.text('totalIncidents')),
          },
        }),
      }),
      subject: `issue ${payload.firstText('id', 'issueId')}`,
    }
  }

export const newrelic: Integration = {
  name: 'newrelic',
  label: 'New Relic',
  category: 'monitoring',
  documentation: 'https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => payload.text('state').toLowerCase(),
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
    created: issue('is a new issue'),
    activated: issue('is active'),
    acknowledged: issue('was acknowledged', 'acknowledged'),
    deactivated: issue('is no longer active', 'resolved'),
    closed: issue('is closed', 'resolved'),
  },
}
