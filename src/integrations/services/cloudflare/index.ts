import type { EventReader, WebhookIntegration } from '../../integration'
import { bold, lines, quote, time } from '../../markdown'
import type { Payload } from '../../payload'
import { secretInHeader } from '../../signatures'
import { alertIcon, type AlertState } from '../../wording/alert'

/** How a notification with a beginning and an end stands. The others only tell something. */
function stateOf(payload: Payload): AlertState {
  const event = payload.text('alert_event')
  if (event.endsWith('_START')) return 'firing'
  if (event.endsWith('_END')) return 'resolved'
  return 'information'
}

/** Every kind of notification has a name and a text. Only its data differ. */
const notification: EventReader = (payload) => {
  const name = payload.firstText('policy_name', 'name')
  const correlation = payload.text('alert_correlation_id')
  return {
    topic: name || 'Cloudflare',
    content: lines(
      `${alertIcon(stateOf(payload))} ${bold(name || 'Cloudflare')}${payload.has('ts') ? ` at ${time(payload.number('ts'))}` : ''}:`,
      quote(payload.text('text')) || 'There is no text.',
    ),
    ...(correlation !== '' && { subject: `alert ${correlation}` }),
  }
}

export const cloudflare: WebhookIntegration = {
  name: 'cloudflare',
  label: 'Cloudflare',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://developers.cloudflare.com/notifications/get-started/configure-webhooks/',
  signature: secretInHeader('cf-webhook-auth'),
  secretMadeBy: 'us',
  deliveryIdOf: () => null,
  // The request by which Cloudflare tries an address has no type.
  eventOf: ({ payload }) => payload.text('alert_type') || 'test',
  steps: [
    { open: ['Notifications', 'Destinations'] },
    { press: 'Create' },
    { paste: 'address', into: 'URL' },
    { paste: 'secret', into: 'Secret' },
    { press: 'Save and Test' },
    { open: ['Notifications', 'All Notifications'] },
    { events: 'Add' },
  ],
  events: { '*': notification },
}
