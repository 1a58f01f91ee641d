import type { EventReader, WebhookIntegration } from '../../integration'
import { escapeInline, figure, time } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { alertContent, type AlertState } from '../../wording/alert'

/** Names of the kinds that UptimeRobot sends as numbers. */
const kinds: Readonly<Record<string, string>> = { '1': 'down', '2': 'up', '3': 'ssl_expiry' }

/** Seconds as people read them: `2 h 5 min`. */
function duration(seconds: number | null): string {
  if (seconds === null || seconds <= 0) return ''
  const minutes = Math.floor(seconds / 60)
  const parts = { h: Math.floor(minutes / 60), min: minutes % 60, s: minutes === 0 ? Math.floor(seconds) : 0 }
  return Object.entries(parts)
    .filter(([, number]) => number > 0)
    .map(([unit, number]) => `${figure(number)} ${unit}`)
    .join(' ')
}

const monitor =
  (state: AlertState, words: string, facts: (payload: Payload) => Record<string, string>): EventReader =>
  (payload) => {
    const name = payload.firstText('monitorFriendlyName', 'monitor_friendly_name')
    return {
      topic: name || 'UptimeRobot',
      content: alertContent({
        state,
        name,
        url: payload.firstText('monitorURL', 'monitor_url'),
        words,
        facts: facts(payload),
      }),
      subject: `monitor ${payload.firstText('monitorID', 'monitor_id') || name}`,
    }
  }

const details = (payload: Payload): string => escapeInline(payload.firstText('alertDetails', 'alert_details'))

export const uptimerobot: WebhookIntegration = {
  name: 'uptimerobot',
  label: 'UptimeRobot',
  source: 'webhook',
  category: 'monitoring',
  documentation: 'https://help.uptimerobot.com/en/articles/11359890-how-to-add-a-webhook-integration',
  signature: null,
  secretMadeBy: null,
  deliveryIdOf: () => null,
  eventOf: ({ payload }) => {
    const kind = payload.firstText('alertType', 'alert_type')
    return entryOf(kinds, kind) ?? kind
  },
  steps: [
    { open: ['Integrations & API', 'Webhook'] },
    { press: 'Add' },
    { paste: 'address', into: 'URL to notify' },
    { choose: 'Send as JSON', in: 'POST Value' },
    { press: 'Create integration' },
  ],
  events: {
    down: monitor('firing', 'is down', (payload) => ({ Reason: details(payload) })),
    up: monitor('resolved', 'is up', (payload) => ({
      'Was down for':
        duration(payload.number('alertDuration')) || escapeInline(payload.text('alert_friendly_duration')),
    })),
    ssl_expiry: monitor('warning', 'has a certificate that ends soon', (payload) => ({
      'Days left': escapeInline(payload.text('sslExpiryDaysLeft')),
      End: time(payload.number('sslExpiryDate')),
    })),
  },
}
